/** Completion for bash, zsh and fish, made from the table of commands. */
import { commands, commonFlags, type CommandSpec, type FlagSpec } from './command-table.ts'

/** Shells that have a completion. */
export const completedShells = ['bash', 'zsh', 'fish'] as const
export type CompletedShell = (typeof completedShells)[number]

const flagsOf = ({ flags }: CommandSpec): FlagSpec[] => [...flags, ...commonFlags]
const namesOf = (command: CommandSpec): string[] => flagsOf(command).map(({ name }) => `--${name}`)
const actionsOf = ({ actions = [] }: CommandSpec): string[] => actions.map(({ name }) => name)

/** Returns how a flag may be written. */
const spellings = ({ name, short }: FlagSpec): string[] => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]

const takesPath = ({ value }: FlagSpec): boolean => value === 'FILE' || value === 'DIR'

/** Returns the patterns of the flags before a word whose value has a property: `"crawl --sitemap"` … */
const before = (has: (flag: FlagSpec) => boolean): { pattern: string; flag: FlagSpec }[] =>
  commands.flatMap((command) =>
    flagsOf(command)
      .filter(has)
      .map((flag) => ({
        flag,
        pattern: spellings(flag)
          .map((spelling) => `"${command.name} ${spelling}"`)
          .join(' | '),
      })),
  )
const chosen = () => before(({ choices }) => choices !== undefined)
const paths = (): string =>
  before(takesPath)
    .map(({ pattern }) => pattern)
    .join(' | ')
/** Values that only the caller knows. */
const free = (): string =>
  before((flag) => flag.kind !== 'switch' && flag.choices === undefined && !takesPath(flag))
    .map(({ pattern }) => pattern)
    .join(' | ')

function bash(): string {
  const values = chosen().map(({ pattern, flag }) => `    ${pattern}) words="${flag.choices?.join(' ') ?? ''}" ;;`)
  const words = commands.map(
    (command) => `    ${command.name}) words="${[...actionsOf(command), ...namesOf(command)].join(' ')}" ;;`,
  )
  return `_seine() {
  local words="" current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(' ')} help"
  else
    case "\${COMP_WORDS[1]}" in
${words.join('\n')}
    esac
    case "\${COMP_WORDS[1]} $before" in
${values.join('\n')}
    ${paths()}) compopt -o default 2>/dev/null; words="" ;;
    ${free()}) words="" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _seine seine
`
}

/** Returns a word with its description, as `_describe` of zsh reads it. */
const described = (word: string, about: string): string => `'${word}:${about.replaceAll("'", "'\\''")}'`

/** Returns what zsh offers after a command: flags where a word begins with a hyphen, else actions. */
function zshWords(command: CommandSpec): string {
  const flags = flagsOf(command).flatMap((flag) => spellings(flag).map((spelling) => described(spelling, flag.about)))
  const actions = (command.actions ?? []).map(({ name, about }) => described(name, about))
  return `  ${command.name}) flags=(${flags.join(' ')}) actions=(${actions.join(' ')}) ;;`
}

function zsh(): string {
  const names = [...commands, { name: 'help', about: 'write a text about a command' }]
  const values = chosen().map(
    ({ pattern, flag }) => `  ${pattern}) compadd -- ${flag.choices?.join(' ') ?? ''}; return ;;`,
  )
  return `(( $+functions[compdef] )) || { autoload -Uz compinit; compinit; }
_seine() {
  local -a names flags actions
  if (( CURRENT == 2 )); then
    names=(${names.map(({ name, about }) => described(name, about)).join(' ')})
    _describe command names
    return
  fi
  case "$words[2] $words[CURRENT-1]" in
${values.join('\n')}
  ${paths()}) _files; return ;;
  ${free()}) return 1 ;;
  esac
  case $words[2] in
${commands.map(zshWords).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option flags
  elif (( CURRENT == 3 )); then _describe action actions
  fi
}
compdef _seine seine
`
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fish(): string {
  const first = commands.map(
    ({ name, about }) => `complete -c seine -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`,
  )
  const rest = commands.flatMap(({ name, flags, actions = [] }) => {
    const when = `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`
    return [
      ...actions.map((action) => `complete -c seine ${when} -a ${action.name} -d ${quoted(action.about)}`),
      ...[...flags, ...commonFlags].map((flag) => {
        const short = flag.short === undefined ? '' : ` -s ${flag.short}`
        // With -x, no file names are offered as values.
        const takes = flag.kind === 'switch' ? '' : takesPath(flag) ? ' -r -F' : ' -x'
        const values = flag.choices === undefined ? '' : ` -a ${quoted(flag.choices.join(' '))}`
        return `complete -c seine ${when} -l ${flag.name}${short}${takes}${values} -d ${quoted(flag.about)}`
      }),
    ]
  })
  return ['complete -c seine -f', ...first, ...rest, ''].join('\n')
}

/** Returns the program that completes commands of \`seine\`. */
export const completionFor = (shell: CompletedShell): string => ({ bash, zsh, fish })[shell]()
