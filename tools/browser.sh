# Sourced by ./test: finds a browser for the tests of the web, or installs Debian's.
#
# find_browser   leaves its path in $NUMDUEL_BROWSER, exported; empty where there is none, and why in $why.

known_browser() {
    for browser in "$NUMDUEL_BROWSER" chromium chromium-browser google-chrome google-chrome-stable chrome \
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' \
        /Applications/Chromium.app/Contents/MacOS/Chromium; do
        [ -n "$browser" ] && NUMDUEL_BROWSER=$(command -v -- "$browser") && return
    done
    NUMDUEL_BROWSER=
    return 1
}

find_browser() {
    export NUMDUEL_BROWSER
    known_browser && return
    why='no Chrome or Chromium was found'
    command -v apt-get >/dev/null || return
    if [ "$(id -u)" != 0 ]; then
        why="$why (on Debian: apt-get install chromium, as root)"
        return
    fi
    echo 'numduel: installing chromium for the tests of the web; this may take a minute' >&2
    {
        apt-get install -y --no-install-recommends chromium ||
            { apt-get update && apt-get install -y --no-install-recommends chromium; }
    } >/dev/null 2>&1 </dev/null
    known_browser || why="$why, and apt-get cannot install it"
}
