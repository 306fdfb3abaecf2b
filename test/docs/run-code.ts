/** Runs code as a reader of the documentation would: with a shell, Node or Python. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CodeBlock } from './code-blocks.ts'

export interface RunEnd {
  exitCode: number | null
  output: string
  errors: string
}

const timeoutMs = 300_000

const commands = {
  sh: { file: 'bash', args: ['-euo', 'pipefail'], ending: 'sh' },
  js: { file: process.execPath, args: [], ending: 'mjs' },
  python: { file: 'python3', args: [], ending: 'py' },
} as const

/**
 * Runs one program from its own file.
 * @param directory where the file is written and the program runs.
 * @param environment variables added to those of this process.
 */
export async function runCode(
  { language, source }: CodeBlock,
  directory: string,
  environment: Record<string, string>,
): Promise<RunEnd> {
  const { file, args, ending } = commands[language]
  const path = join(directory, `${randomUUID()}.${ending}`)
  await writeFile(path, source)
  const child = spawn(file, [...args, path], {
    cwd: directory,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const outputs = { output: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (outputs.output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (outputs.errors += text))
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject).once('close', resolve)
  return { exitCode: await promise, ...outputs }
}
