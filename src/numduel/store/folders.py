"""Folders in which a person's data and settings are kept, by the conventions of their system."""

import os
import sys

from .errors import StoreError


class NoFolder(StoreError):
    """Nobody knows where a person's folders are, explained in one sentence."""


def data_folder() -> str:
    """The folder for data; NoFolder where nobody knows it."""
    return _folder("XDG_DATA_HOME", "~/.local/share", "user_data_dir")


def settings_folder() -> str:
    """The folder for settings; NoFolder where nobody knows it."""
    return _folder("XDG_CONFIG_HOME", "~/.config", "user_config_dir")


def _folder(variable: str, usual: str, function: str) -> str:
    """A folder of ours: as platformdirs says, which takes as long to import as Python itself."""
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        home = os.path.expanduser(usual) if os.environ.get("HOME", "/").startswith("/") else ""
        for folder in (os.environ.get(variable, ""), home):
            if os.path.isabs(folder):
                return os.path.join(folder, "numduel")
    try:
        import platformdirs

        found: str = getattr(platformdirs, function)("numduel")
    except ImportError:  # run from the source, without its packages
        raise NoFolder("the package platformdirs is missing") from None
    except RuntimeError:  # a user without a name, as in a container
        raise NoFolder("you have no home folder, and HOME names none") from None
    return found
