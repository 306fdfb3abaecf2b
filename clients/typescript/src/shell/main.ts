#!/usr/bin/env node
/** Entry point of the command `seine`. */
import { homedir } from 'node:os'
import { createInterface } from 'node:readline'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { exitCodes } from './exit-codes.ts'
import { processSignals } from './interrupt.ts'
import { seineCommand } from './shell.ts'
import type { ShellPorts } from './shell-ports.ts'

async function readInput(): Promise<string> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const piece of process.stdin) text += String(piece)
  return text
}

/** Asks on a terminal without echo; otherwise the first line of standard input is the answer. */
async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readInput()).split('\n')[0] ?? ''
  process.stderr.write(question)
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: mute, terminal: true })
  try {
    return await new Promise<string>((resolve) => {
      lines.once('line', resolve)
      lines.once('close', () => resolve(''))
    })
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

/** Called when standard output cannot be written; null: the process ends. */
let onOutputClosed: ((reason: string) => void) | null = null

const ports: ShellPorts = {
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  directory: process.cwd(),
  home: homedir(),
  pour: (stream) => pipeline(Readable.fromWeb(stream as NodeReadableStream), process.stdout, { end: false }),
  readInput,
  askSecret,
  onInterrupt: processSignals,
  onOutputClosed(callback) {
    onOutputClosed = callback
    // What was written last can still fail afterwards, and must not replace the exit code of the command.
    return () => (onOutputClosed = () => undefined)
  },
  nowMs: () => performance.now(),
  exitNow: (code) => process.exit(code),
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (onOutputClosed !== null) {
    onOutputClosed(error.message)
    return
  }
  // `seine map URL | head` ends the reader first: what is written then is no error.
  if (error.code === 'EPIPE') process.exit(exitCodes.done)
  process.stderr.write(`standard output: ${error.message}\n`)
  process.exit(exitCodes.failed)
})
// Words that cannot be shown, as after the terminal was closed, must not end the work.
process.stderr.on('error', () => undefined)

process.exitCode = await seineCommand(process.argv.slice(2), ports)
