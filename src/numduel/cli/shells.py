"""Scripts that make shells complete commands: each asks numduel itself what may be typed.

What comes back is a word a line, with a tab and what it means after it; `:files` stands for any file.
"""

BASH = r"""
# bash completion for numduel
_numduel() {
    local program=${1/#\~/$HOME} typed line cut word
    local -a words=() found=()
    # COMP_WORDS is split at ":" and "=", which stand in the middle of our words.
    read -ra words <<< "${COMP_LINE:0:COMP_POINT}"
    [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
    typed=${words[${#words[@]}-1]}
    # What bash takes for the current word begins after the last of those signs.
    cut=${typed%"${typed##*[:=]}"}
    COMPREPLY=()
    while IFS= read -r line; do
        word=${line%%$'\t'*}
        if [[ $word == :files ]]; then
            compopt -o filenames
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${typed#"$cut"}")
        elif [[ $word == "$typed"* ]]; then
            [[ $word == *[:=] ]] && compopt -o nospace
            COMPREPLY+=("${word#"$cut"}")
        fi
    done < <("$program" completion --words "${words[@]:1}" 2>/dev/null)
}
complete -F _numduel numduel
"""

ZSH = r"""
#compdef numduel
# zsh completion for numduel
_numduel() {
    local line word about program=${(Q)words[1]/#\~/$HOME}
    local -a typed plain open plain_about open_about
    typed=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
    (( CURRENT == 2 )) && typed=("${(Q)PREFIX}")
    for line in "${(@f)$("$program" completion --words "${typed[@]}" 2>/dev/null)}"; do
        word=${line%%$'\t'*} about=${line#*$'\t'}
        [[ -z $word ]] && continue
        [[ $line == *$'\t'* ]] && about="$word  -- $about" || about=$word
        if [[ $word == :files ]]; then
            _files
        elif [[ $word == *[:=] ]]; then
            open+=("$word") open_about+=("$about")
        else
            plain+=("$word") plain_about+=("$about")
        fi
    done
    (( $#plain )) && compadd -l -d plain_about -a plain
    (( $#open )) && compadd -l -S '' -d open_about -a open
    return 0
}
if [[ $funcstack[1] == _numduel ]]; then
    _numduel "$@"
else
    compdef _numduel numduel
fi
"""

FISH = r"""
# fish completion for numduel
function __numduel_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l program (string replace -r '^~(?=/)' $HOME -- $words[1])
    for line in ($program completion --words $words[2..-1] "$typed" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$typed"
        else
            echo $line
        end
    end
end
complete -c numduel -f -a '(__numduel_complete)'
"""

SCRIPTS = {"bash": BASH.lstrip(), "zsh": ZSH.lstrip(), "fish": FISH.lstrip()}
