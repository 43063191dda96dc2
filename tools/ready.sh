# Sourced by ./numduel and ./test, with $here set: sees that .venv is there and up to date.
#
# ready LIST   LIST is run, dev or design, a list under requirements/. Leaves the Python to use in $python and
#              sets $ready where .venv can be used. Says in one sentence what is missing. $hold is a command
#              that runs another and holds signals back, or nothing where there is none.

find_python() {
    for python in "${NUMDUEL_PYTHON:-python3}" python3 python3.14 python3.13 python3.12 python3.11 python; do
        "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && return
    done
    echo 'numduel: Python 3.11 or newer is needed and was not found; install it and try again' >&2
    exit 1
}

ready() {
    ready=
    # What .venv was made from; when any of it changes, or the folder moves, .venv is made up to date.
    # Whether `env` can hold signals back is tried on the way, since to start a tool takes a millisecond.
    hold='env --block-signal=INT,TERM,HUP'
    sums=$(checksums $hold 2>/dev/null) || { hold= && sums=$(checksums); }
    stamp="$here $sums"
    if [ -r "$here/.venv/ready-$1" ] && is_in "$here/.venv/ready-$1" "$stamp" && [ -x "$here/.venv/bin/python" ]; then
        ready=yes
        return
    fi
    find_python
    set_up "$1" "$stamp" && ready=yes
}

# Through a command, if one is given. Signals are for the shell to answer.
checksums() {
    trap '' INT TERM HUP
    exec "$@" cksum -- "$here/pyproject.toml" "$here"/requirements/*.txt
}

# Whether a text is all that is in a file. The shell reads it itself: it is short.
is_in() {
    text=
    while IFS= read -r line; do text="$text$line
"; done <"$1"
    [ "$text$line" = "$2" ]
}

# In the background, where Ctrl-C does not reach it: whichever signal comes, it comes here, and is passed on.
set_up() {
    trap stop_setting_up INT TERM HUP
    "$python" "$here/tools/set_up.py" "$1" "$2" </dev/null &
    wait "$!"
    set_up=$?
    [ "$set_up" -ne 130 ] || stop_setting_up
    trap - INT TERM HUP
    return "$set_up"
}

stop_setting_up() {
    trap '' INT TERM HUP
    [ -z "$!" ] || { kill -TERM "$!"; wait "$!"; } 2>/dev/null
    echo 'numduel: setting up was interrupted' >&2
    exit 130
}
