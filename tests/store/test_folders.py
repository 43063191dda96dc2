"""Where data and settings are kept: where platformdirs says, which is not loaded for it."""

import platformdirs
import pytest

from numduel.store.folders import data_folder, settings_folder


@pytest.mark.parametrize("home", ["/home/ann", "/", "", "ann", None])
@pytest.mark.parametrize("given", ["/kept", "kept", "", None])
def test_folders_are_where_platformdirs_says(
    home: str | None, given: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"HOME": home, "XDG_DATA_HOME": given, "XDG_CONFIG_HOME": given}.items():
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    assert data_folder() == platformdirs.user_data_dir("numduel")
    assert settings_folder() == platformdirs.user_config_dir("numduel")
