/**
 * A `docker` on PATH that has the commands of `docker compose` that docker/backup.sh uses, on a `ComposeProject`. It is a
 * script that asks this process what to do.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import type { ComposeProject } from './compose-project.ts'
import type { ContainerStorage } from './container-tools.ts'

/** What the script has to do: print, or become another program. */
interface Order {
  print?: string
  file?: string
  args?: string[]
  env?: NodeJS.ProcessEnv
  code?: number
}

const files = ['-f', 'docker-compose.yml', '-f', 'docker-compose.prod.yml']

/** Carries out a command of `docker`. @throws Error for one that it does not have. */
async function carryOut(words: readonly string[], project: ComposeProject, storage: ContainerStorage): Promise<Order> {
  const [program, ...rest] = words
  const given = rest
    .slice(files.length)
    .join(' ')
    .replace(/^--profile \* /, '')
  if (program !== 'compose' || rest.slice(0, files.length).join() !== files.join()) throw new Error('not known')
  if (given === 'ps --services --status running --status restarting') {
    return { print: `${(await project.running()).join('\n')}\n` }
  }
  if (given === 'stop') {
    await project.stopAll()
    return {}
  }
  if (given === 'stop browser-worker') {
    const running = await project.running()
    if (running.includes('browser-worker')) await project.stop('browser-worker')
    return {}
  }
  // The images have been built.
  if (given === 'build') return {}
  // Services that run once run again with both.
  const [, names] = /^(?:up --detach --no-build|start)(.*)$/.exec(given) ?? []
  if (names !== undefined) {
    await project.up(names === '' ? undefined : names.trim().split(' '))
    return {}
  }
  const inOwn = 'run --rm --no-deps -T '
  if (given.startsWith(inOwn)) {
    const [name = '', ...own] = given.slice(inOwn.length).split(' ')
    return storage.podmanCommand(project.runArguments(name, ...own))
  }
  throw new Error('not known')
}

/** Carries out orders in the place of `docker`; a script that is complete on its own. */
const script = (url: string): string => `#!${process.execPath}
const { spawnSync } = require('node:child_process')
fetch('${url}', { method: 'POST', body: JSON.stringify(process.argv.slice(2)) })
  .then((answer) => answer.json())
  .then(({ print, file, args, env, code }) => {
    if (print) process.stdout.write(print)
    if (file) code = spawnSync(file, args, { env, stdio: 'inherit' }).status
    process.exitCode = code ?? 0
  })
`

export interface DockerCommand {
  /** Runs a script of this repository that calls `docker`. @returns its exit code and its output, both streams. */
  run(...command: string[]): Promise<{ code: number | null; output: string }>
  close(): Promise<void>
}

/** @param directory folder for the program. */
export async function dockerCommand(
  project: ComposeProject,
  storage: ContainerStorage,
  directory: string,
): Promise<DockerCommand> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = ''
    for await (const part of request) body += String(part)
    const words = JSON.parse(body) as string[]
    const order = await carryOut(words, project, storage).catch((error: Error): Order => ({
      print: `docker ${words.join(' ')}: ${error.message}\n`,
      code: 125,
    }))
    response.end(JSON.stringify(order))
  }
  const server = createServer((request, response) => void answer(request, response))
  // A command may take as long as the start of all services.
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await writeFile(join(directory, 'docker'), script(`http://127.0.0.1:${port}/`), { mode: 0o755 })
  return {
    async run(file, ...args) {
      const env = { ...process.env, PATH: `${directory}${delimiter}${process.env['PATH'] ?? ''}` }
      const child = spawn(join(repositoryRoot, file), args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += String(part)))
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, output }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
