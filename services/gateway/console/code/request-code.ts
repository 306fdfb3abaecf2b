/** Code samples of an API request for curl, TypeScript, Python and the command line. They never contain the key. */
import { seineCommand } from './seine-command.ts'
import { shellQuoted } from './shell-quoted.ts'
import type { CodedRequest } from './coded-request.ts'

/** A language in which requests are shown. */
export interface CodeLanguage {
  id: string
  name: string
  /** Returns the code. @param root address of the service, without a slash at its end. */
  code: (request: CodedRequest, root: string) => string
}

function curl({ method, path, body }: CodedRequest, root: string): string {
  const lines = [`curl ${shellQuoted(root + path)}`, `-H "Authorization: Bearer $SEINE_KEY"`]
  if (method === 'POST' && body === null) lines.splice(1, 0, '-X POST')
  if (body !== null) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${shellQuoted(JSON.stringify(body, null, 2))}`)
  }
  return lines.join(' \\\n  ')
}

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

function typeScript({ method, path, body }: CodedRequest, root: string): string {
  const bearer = "authorization: `Bearer ${process.env['SEINE_KEY']}`"
  const headers = body === null ? `{ ${bearer} }` : `{\n    ${bearer},\n    'content-type': 'application/json',\n  }`
  const parts = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: ${headers},`,
    ...(body === null ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), '  ')}),`]),
  ]
  return [
    `const response = await fetch('${root}${path}', {`,
    ...parts,
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    'console.log(await response.json())',
  ].join('\n')
}

/** Writes a JSON value as a Python literal. */
function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const list = Array.isArray(value)
  const parts = list
    ? value.map((part) => pythonLiteral(part, inner))
    : Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${pythonLiteral(part, inner)}`)
  const [open, close] = list ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

function python({ method, path, body }: CodedRequest, root: string): string {
  const data = body === null ? '' : `\n    data=json.dumps(${pythonLiteral(body, '    ')}).encode(),`
  const media = body === null ? '' : ', "Content-Type": "application/json"'
  return [
    'import json',
    'import os',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(root + path)},${data}`,
    `    headers={"Authorization": f"Bearer {os.environ['SEINE_KEY']}"${media}},`,
    `    method="${method}",`,
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n')
}

const commandLine = (request: CodedRequest, root: string): string =>
  seineCommand(request, root) ??
  `# The command line has no command for this request; curl sends it as well.\n${curl(request, root)}`

/** The languages, in order. */
export const codeLanguages: readonly CodeLanguage[] = [
  { id: 'curl', name: 'curl', code: curl },
  { id: 'typescript', name: 'TypeScript', code: typeScript },
  { id: 'python', name: 'Python', code: python },
  { id: 'cli', name: 'CLI', code: commandLine },
]
