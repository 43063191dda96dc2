# Sourced by ./numduel and ./test, with $here set: sees that .venv is there and up to date.
#
# ready LIST   LIST is run, dev or design, a list under requirements/. Leaves the Python to use in $python and
#              sets $ready where .venv can be used. Says in one sentence what is missing. $hold is a command
#              that runs another and holds signals back, or nothing where there is none.

newline='
'

# What decides how Python itself starts: it matters to nobody here, and with some of it Python would not start,
# or not find .venv. Of the rest, what Python understands is left as it is.
unset PYTHONHOME PYTHONEXECUTABLE __PYVENV_LAUNCHER__ PYTHONPLATLIBDIR PYTHONMALLOC PYTHONTRACEMALLOC PYTHONINSPECT \
    PYTHONINTMAXSTRDIGITS
case $PYTHONHASHSEED in *[!0-9]* | ??????????*) unset PYTHONHASHSEED ;; esac
case $PYTHONUTF8 in [!01] | ??*) unset PYTHONUTF8 ;; esac
encoding=$PYTHONIOENCODING
unset PYTHONIOENCODING

# Has Python, $1, write and read as PYTHONIOENCODING says, where it knows that encoding: else it would not start.
keep_encoding() {
    case $encoding in
    '') ;;
    utf-8 | UTF-8 | utf8) export PYTHONIOENCODING="$encoding" ;;
    *)
        if (trap '' INT TERM HUP && PYTHONIOENCODING=$encoding exec "$1" -S -c '') 2>/dev/null; then
            export PYTHONIOENCODING="$encoding"
        fi
        ;;
    esac
}

# In a subshell of its own, or the shell would say itself that a Python has died. Braces would do, but for a signal
# that comes meanwhile: it is answered inside them, where nobody hears it.
find_python() {
    trouble='Python 3.11 or newer is needed and was not found; install it and try again'
    for python in "${NUMDUEL_PYTHON:-python3}" python3 python3.14 python3.13 python3.12 python3.11 python; do
        (trap '' INT TERM HUP && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || exit) \
            >/dev/null 2>&1 && return
        [ "$?" -le 128 ] || trouble="Python was found, and ended before it had started (is a limit of ulimit too low?)"
    done
    echo "numduel: $trouble" >&2
    exit 1
}

ready() {
    ready=
    find_env
    if is_as_seen "$1"; then
        ready=yes
        return
    fi
    sums=$(checksums)
    find_hold "${sums##*"$newline"}"
    # What .venv was made from; when any of it changes, or the folder moves, .venv is made up to date.
    stamp="$here ${sums%"$newline"*}"
    if [ -r "$here/.venv/ready-$1" ] && is_in "$here/.venv/ready-$1" "$stamp" && [ -x "$here/.venv/bin/python" ]; then
        ready=yes
        note_times "$1"
        return
    fi
    find_python
    set_up "$1" "$stamp" && ready=yes
}

# Leaves in $env where `env` is. By hand: to have the shell's own answer would take a process.
find_env() {
    env=
    IFS=:
    for folder in $PATH; do
        if [ -z "$env" ] && [ -f "$folder/env" ] && [ -x "$folder/env" ]; then env=$folder/env; fi
    done
    unset IFS
}

# Whether .venv is known to be made from what is here: every file bears the time that was noted for it, and
# nothing has moved. The shell tells by itself; to start a tool would take longer than all else that it does.
is_as_seen() {
    seen=$here/.venv/seen-$1
    [ -r "$seen/hold" ] && [ -r "$here/.venv/ready-$1" ] && [ -x "$here/.venv/bin/python" ] || return 1
    IFS= read -r line <"$here/.venv/ready-$1"
    case $line in "$here "[0-9]*) ;; *) return 1 ;; esac
    for file in "$here/pyproject.toml" "$here/requirements" "$here"/requirements/*.txt "$env"; do
        noted=$seen/${file##*/}
        if [ ! -e "$noted" ] || [ "$file" -nt "$noted" ] || [ "$file" -ot "$noted" ]; then return 1; fi
    done
    IFS= read -r line <"$seen/hold"
    case $line in "$env:"*) hold=${line#*:} ;; *) return 1 ;; esac
}

# Notes the times of the files that .venv is made from, each by an empty file of the same time, and what $hold
# is with this `env`. Times come first and sums once more after them: a change in between is seen in one or the
# other. What cannot be noted is summed again at the next start.
note_times() (
    trap '' INT TERM HUP
    exec 2>/dev/null
    new=$here/.venv/seen-$1.$$
    mkdir "$new" || return 0
    for file in "$here/pyproject.toml" "$here/requirements" "$here"/requirements/*.txt "$env"; do
        touch -r "$file" "$new/${file##*/}"
    done
    printf '%s:%s\n' "$env" "$hold" >"$new/hold"
    if [ "$(checksums)" = "$sums" ]; then rm -rf "$here/.venv/seen-$1" && mv "$new" "$here/.venv/seen-$1"; fi
    rm -rf "$new"
)

# The last of them is that of `env`, or of nothing. Signals are for the shell to answer.
checksums() {
    trap '' INT TERM HUP
    exec cksum -- "$here/pyproject.toml" "$here"/requirements/*.txt "${env:-/dev/null}"
}

# Leaves in $hold what holds signals back, where `env`, whose checksum is given, can do that. To try it takes
# two milliseconds, so the checksum of one that can is kept.
find_hold() {
    hold='env --block-signal=INT,TERM,HUP'
    if [ -r "$here/.venv/holds-signals" ] && is_in "$here/.venv/holds-signals" "$1"; then return; fi
    if (trap '' INT TERM HUP && exec $hold sh -c :) 2>/dev/null; then
        { printf %s "$1" >"$here/.venv/holds-signals"; } 2>/dev/null
    else
        hold=
    fi
}

# Whether a text is all that is in a file. The shell reads it itself: it is short.
is_in() {
    text=
    while IFS= read -r line; do text=$text$line$newline; done <"$1"
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
