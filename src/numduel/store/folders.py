"""Folders in which a person's data and settings are kept, by the conventions of their system."""

import os
import sys


def data_folder() -> str:
    """The folder for data; ImportError where that takes a package that is missing."""
    return _folder("XDG_DATA_HOME", "~/.local/share", "user_data_dir")


def settings_folder() -> str:
    """The folder for settings; ImportError where that takes a package that is missing."""
    return _folder("XDG_CONFIG_HOME", "~/.config", "user_config_dir")


def _folder(variable: str, usual: str, function: str) -> str:
    """A folder of ours: as platformdirs says, which takes as long to import as Python itself."""
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        home = os.path.expanduser(usual) if os.environ.get("HOME", "/").startswith("/") else ""
        for folder in (os.environ.get(variable, ""), home):
            if os.path.isabs(folder):
                return os.path.join(folder, "numduel")
    import platformdirs

    found: str = getattr(platformdirs, function)("numduel")
    return found
