# Sourced by ./test: finds a browser for the tests of the web, or installs Debian's.
#
# find_browser   leaves its path in $NUMDUEL_BROWSER, exported; empty where there is none, and why in $why.

# The same browser without windows comes first: it takes half the time of a processor.
known_browser() {
    for browser in "$NUMDUEL_BROWSER" chromium-headless-shell chromium chromium-browser google-chrome \
        google-chrome-stable chrome \
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' \
        /Applications/Chromium.app/Contents/MacOS/Chromium; do
        [ -n "$browser" ] && NUMDUEL_BROWSER=$(command -v -- "$browser") && return
    done
    NUMDUEL_BROWSER=
    return 1
}

install_browser() {
    for package in chromium-headless-shell chromium; do # not every release has the first
        apt-get install -y --no-install-recommends "$package" && return
    done
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
    { install_browser || { apt-get update && install_browser; }; } >/dev/null 2>&1 </dev/null
    known_browser || why="$why, and apt-get cannot install it"
}
