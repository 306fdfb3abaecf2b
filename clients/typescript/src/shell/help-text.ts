/** The texts of `--help`, and the manual page, which is made from the same table. */
import {
  commands,
  commonFlags,
  exitCodeTexts,
  variableTexts,
  type CommandSpec,
  type FlagSpec,
} from './command-table.ts'

const summary = 'Command of Seine, a web scraping service. Data goes to standard output, words to standard error.'

/** Returns a flag as it is typed. */
function flagText({ name, short, value }: FlagSpec): string {
  const text = `--${name}${value === undefined ? '' : ` ${value}`}`
  return short === undefined ? text : `-${short}, ${text}`
}

const aboutFlag = ({ about, choices }: FlagSpec): string =>
  choices === undefined ? about : `${about}: ${choices.join(', ')}`

const columns = 78

/** Breaks a text into lines. @param width most characters of a line. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Two columns; a left part that is too wide gets a line of its own. */
function table(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const width = Math.min(26, Math.max(...rows.map(([left]) => left.length)) + 2)
  return rows.flatMap(([left, right]) => {
    const lines = wrapped(right, columns - 2 - width)
    const [first = '', ...more] = lines
    const indent = ' '.repeat(2 + width)
    const begin = left.length + 2 <= width ? [`  ${left.padEnd(width)}${first}`] : [`  ${left}`, indent + first]
    return [...begin, ...more.map((line) => indent + line)]
  })
}

/** The text of `seine --help`. */
export function generalHelp(): string {
  return [
    ...wrapped(summary, columns),
    '',
    'Usage: seine COMMAND [ARGUMENT...] [FLAG...]',
    '',
    ...table(commands.map(({ name, about }) => [name, about])),
    '',
    'seine COMMAND --help shows more. Environment:',
    '',
    ...table(variableTexts),
    '',
    'Exit codes:',
    '',
    ...table(exitCodeTexts.map(([code, meaning]) => [String(code), meaning])),
    '',
  ].join('\n')
}

/** The text of `seine COMMAND --help`. */
export function commandHelp({ name, usage, about, details, flags, actions }: CommandSpec): string {
  return [
    `${about[0]?.toUpperCase()}${about.slice(1)}.`,
    '',
    `Usage: seine ${name} ${usage}${flags.length > 0 ? ' [FLAG...]' : ''}`,
    ...details.flatMap((paragraph) => ['', ...wrapped(paragraph, columns)]),
    ...(actions === undefined ? [] : ['', ...table(actions.map((each) => [`${each.name} ${each.usage}`, each.about]))]),
    '',
    ...table([...flags, ...commonFlags].map((flag) => [flagText(flag), aboutFlag(flag)])),
    '',
  ].join('\n')
}

/** Escapes text for roff. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1')

const item = (left: string, right: string): string[] => ['.TP', `\\fB${roff(left)}\\fR`, roff(right)]

/** The manual page, in the form of man(7). @param version of the command. */
export function manualPage(version: string): string {
  return [
    `.TH SEINE 1 "" "Seine ${version}"`,
    '.SH NAME',
    roff('seine - command of Seine, a web scraping service'),
    '.SH SYNOPSIS',
    '\\fBseine\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...] [\\fIFLAG\\fR...]',
    '.SH DESCRIPTION',
    roff(summary),
    '.SH COMMANDS',
    ...commands.flatMap(({ name, usage, about, details, flags, actions = [] }) => [
      `.SS ${roff(`seine ${name} ${usage}`.trim())}`,
      roff(`${about[0]?.toUpperCase()}${about.slice(1)}.`),
      ...details.flatMap((paragraph) => ['.PP', roff(paragraph)]),
      ...actions.flatMap((each) => item(`${each.name} ${each.usage}`.trim(), each.about)),
      ...flags.flatMap((flag) => item(flagText(flag), aboutFlag(flag))),
    ]),
    '.SH COMMON FLAGS',
    ...commonFlags.flatMap((flag) => item(flagText(flag), aboutFlag(flag))),
    '.SH ENVIRONMENT',
    ...variableTexts.flatMap(([name, meaning]) => item(name, meaning)),
    '.SH EXIT STATUS',
    ...exitCodeTexts.flatMap(([code, meaning]) => item(String(code), meaning)),
    '',
  ].join('\n')
}
