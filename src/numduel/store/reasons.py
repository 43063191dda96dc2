"""Reasons: what SQLite or the system complains of, said so that whoever can mend it knows what to do."""

import errno

from .errors import LOCKED


def reason(error: Exception) -> str:
    """What an exception says; where that says only what has failed, who or which limit is at fault."""
    if isinstance(error, UnicodeDecodeError):  # what SQLite says has names in it that are damaged
        return error.object[:200].decode(errors="backslashreplace")
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return LOCKED
    failed = name in ("SQLITE_IOERR_WRITE", "SQLITE_IOERR_TRUNCATE")
    if failed or getattr(error, "errno", None) == errno.EFBIG:
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
        if most != resource.RLIM_INFINITY:
            return f"no file may have more than {most:,} bytes here (ulimit -f)"
    return getattr(error, "strerror", None) or str(error)
