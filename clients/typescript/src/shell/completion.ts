/** Completion for bash, zsh and fish, made from the table of commands. */
import { commands, commonFlags, type CommandSpec } from './command-table.ts'

/** Shells that have a completion. */
export const completedShells = ['bash', 'zsh', 'fish'] as const
export type CompletedShell = (typeof completedShells)[number]

const namesOf = ({ flags }: CommandSpec): string[] => [...flags, ...commonFlags].map(({ name }) => `--${name}`)
const actionsOf = ({ actions = [] }: CommandSpec): string[] => actions.map(({ name }) => name)

/** Flags with a fixed set of values: `crawl --sitemap` → the values. */
const choices = (): [command: string, flag: string, values: string][] =>
  commands.flatMap(({ name, flags }) =>
    flags.flatMap((flag) =>
      flag.choices === undefined ? [] : [[name, `--${flag.name}`, flag.choices.join(' ')] as [string, string, string]],
    ),
  )

function bash(): string {
  const values = choices().map(([command, flag, words]) => `    "${command} ${flag}") words="${words}" ;;`)
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
    *" --out" | *" -o" | *" --schema") compopt -o default; words="" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _seine seine
`
}

/** zsh reads completions of bash after \`bashcompinit\`. */
const zsh = (): string => `autoload -Uz compinit bashcompinit
(( $+functions[compdef] )) || compinit
bashcompinit
${bash()}`

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
        const takes = flag.kind === 'switch' ? '' : ' -r'
        const values = flag.choices === undefined ? '' : ` -a ${quoted(flag.choices.join(' '))}`
        return `complete -c seine ${when} -l ${flag.name}${short}${takes}${values} -d ${quoted(flag.about)}`
      }),
    ]
  })
  return ['complete -c seine -f', ...first, ...rest, ''].join('\n')
}

/** Returns the program that completes commands of \`seine\`. */
export const completionFor = (shell: CompletedShell): string => ({ bash, zsh, fish })[shell]()
