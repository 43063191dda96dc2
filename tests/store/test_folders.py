"""Where data and settings are kept: where platformdirs says, which is not loaded for it."""

import pwd
import sys

import platformdirs
import pytest

from numduel.store.folders import NoFolder, data_folder, settings_folder


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


def test_a_user_without_a_name_or_a_home_has_no_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    def is_unknown(user: int) -> None:
        raise KeyError(user)

    monkeypatch.setattr(pwd, "getpwuid", is_unknown)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    for folder in (data_folder, settings_folder):
        with pytest.raises(NoFolder, match="you have no home folder, and HOME names none"):
            folder()


def test_without_the_package_that_knows_folders_only_the_usual_ones_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert data_folder() == "/home/ann/.local/share/numduel"
    monkeypatch.setenv("HOME", "ann")
    with pytest.raises(NoFolder, match="the package platformdirs is missing"):
        data_folder()
