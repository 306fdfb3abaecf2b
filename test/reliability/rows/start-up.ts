/** R30: processes with settings with which they must refuse to start. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { threadEnvironment } from '@seine/activities/threads/thread-environment.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { holds, type Mark } from '../../bench/labs/lab.ts'
import { browserWithoutFlags } from '../../browser/browser-without-flags.ts'
import { executableOf } from '../../browser/containment-lab.ts'
import { seenProcesses } from '../../browser/pool-lab.ts'
import { NotRunError, type Row, type RowContext } from '../row.ts'

const endsWithinMs = 120_000
/** Highest number of output lines before it ends. */
const linesMax = 3

interface Fault {
  name: string
  service: 'gateway' | 'scrape-worker' | 'browser-worker'
  environment: Record<string, string>
  /** What the message must name. */
  names: RegExp
}

interface Ending {
  /** Null when it did not end. */
  code: number | null
  serves: boolean
  output: string
  /** Command lines of browsers that it started. */
  browsers: string[]
}

async function browsersBelow(root: number): Promise<string[]> {
  const all = await seenProcesses()
  const below = new Set([root])
  for (const { pid, parent } of all.toSorted((a, b) => a.pid - b.pid)) if (below.has(parent)) below.add(pid)
  return all
    .filter(({ pid, command }) => pid !== root && below.has(pid) && command.includes('--remote-debugging-pipe'))
    .map(({ command }) => command)
}

/** Starts a process and waits until it has ended or serves. */
async function start({ service, environment }: Fault, signal: AbortSignal): Promise<Ending> {
  const child = spawn(process.execPath, [join(repositoryRoot, 'services', service, 'main.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      ...threadEnvironment(),
      // An address without a server.
      SEINE_TEMPORAL_ADDRESS: '127.0.0.1:1',
      SEINE_S3_ENDPOINT: 'http://127.0.0.1:1',
      SEINE_S3_ACCESS_KEY_ID: 'x',
      SEINE_S3_SECRET_ACCESS_KEY: 'x',
      SEINE_GATEWAY_PORT: '0',
      SEINE_SCRAPE_PORT: '0',
      SEINE_BROWSER_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const over = Promise.withResolvers<null>()
  let serves = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      serves ||= /gateway listens|worker serves/.test(output)
      if (serves) over.resolve(null)
    })
  }
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
  const stop = AbortSignal.any([signal, AbortSignal.timeout(endsWithinMs)])
  stop.addEventListener('abort', () => over.resolve(null))
  const code = await Promise.race([ended, over.promise])
  const browsers = code === null ? await browsersBelow(child.pid ?? 0) : []
  if (code === null) {
    child.kill('SIGKILL')
    await ended
  }
  return { code, serves, output, browsers }
}

/** Checks that it ended with a clear message and without a stack trace. */
function judge({ name, names }: Fault, { code, serves, output }: Ending): Mark {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('{'))
  const isClear = lines.length <= linesMax && names.test(lines.join('\n')) && !output.includes('\n    at ')
  const running = serves ? 'serves' : 'neither ends nor serves'
  const said = code === null ? running : `ends with ${code}: ${lines.slice(0, 2).join(' ').slice(0, 160)}`
  return holds(name, said, 'refuses, and names it', code !== null && code !== 0 && isClear)
}

/** As root a sandbox requires another user: either the browser has one, or the process refuses to serve. */
function judgeSandbox(fault: Fault, ending: Ending): Mark {
  const isSandboxed = ending.browsers.length > 0 && ending.browsers.every((line) => !line.includes('--no-sandbox'))
  if (ending.code === null) {
    return holds(
      fault.name,
      `serves, ${isSandboxed ? 'with' : 'without'} a sandbox`,
      'refuses, or has one',
      isSandboxed,
    )
  }
  return judge(fault, ending)
}

const token = 't'.repeat(40)

function faultsOf(files: { badKeys: string; leaky: string | null; engine: string }): Fault[] {
  const beyond = '0.0.0.0'
  const sandbox = process.getuid?.() === 0 ? 'off' : 'on'
  const faults: Fault[] = [
    {
      name: 'gateway beyond loopback without keys',
      service: 'gateway',
      environment: { SEINE_GATEWAY_HOST: beyond },
      names: /key/i,
    },
    {
      name: 'key file that is no JSON',
      service: 'gateway',
      environment: { SEINE_API_KEYS_FILE: files.badKeys },
      names: /key/i,
    },
    {
      name: 'scrape worker beyond loopback without token',
      service: 'scrape-worker',
      environment: { SEINE_SCRAPE_HOST: beyond },
      names: /SEINE_SERVICE_TOKEN|token/,
    },
    {
      name: 'browser worker beyond loopback without token',
      service: 'browser-worker',
      environment: { SEINE_BROWSER_HOST: beyond },
      names: /SEINE_SERVICE_TOKEN|token/,
    },
    {
      name: 'unknown setting',
      service: 'gateway',
      environment: { SEINE_EGRES_ALLOW: 'x' },
      names: /SEINE_EGRES_ALLOW/,
    },
    {
      name: 'invalid entry to allow',
      service: 'scrape-worker',
      environment: { SEINE_EGRESS_ALLOW: 'all' },
      names: /SEINE_EGRESS_ALLOW/,
    },
    ...(['gateway', 'scrape-worker', 'browser-worker'] as const).map((service) => ({
      name: `invalid sealing key, ${service}`,
      service,
      environment: {
        SEINE_SEALING_KEY: 'short',
        SEINE_SERVICE_TOKEN: token,
        SEINE_BROWSER_SHELL: files.engine,
        SEINE_BROWSER_SANDBOX: sandbox,
      },
      names: /SEINE_SEALING_KEY/,
    })),
    {
      name: 'secret in a file that is not there',
      service: 'scrape-worker',
      environment: { SEINE_SEALING_KEY_FILE: '/nowhere/sealing-key' },
      names: /SEINE_SEALING_KEY/,
    },
  ]
  if (files.leaky !== null) {
    faults.push({
      name: 'browser that goes past its proxy',
      service: 'browser-worker',
      environment: {
        SEINE_BROWSER_SHELL: files.leaky,
        SEINE_BROWSER_CHROME: files.leaky,
        SEINE_BROWSER_SANDBOX: sandbox,
      },
      names: /WebRTC|contain|proxy/i,
    })
  }
  return faults
}

const sandboxFault = (engine: string): Fault => ({
  name: 'sandbox asked for by the superuser',
  service: 'browser-worker',
  environment: { SEINE_BROWSER_SHELL: engine, SEINE_BROWSER_SANDBOX: 'on' },
  names: /sandbox/i,
})

export const startUpRow: Row = {
  id: 'R30',
  name: 'Start-up self-check',
  alone: true,
  method:
    'Gateway and workers started without keys or token beyond loopback, with a key file, sealing key, allow-list or setting that is wrong, with a browser whose flags are dropped, and as root with the sandbox on.',
  counted: 'Processes that serve all the same, or end without a line that names what is wrong.',
  passMark: 'Refuses to start with one clear line',
  async run({ short, atEnd, signal }: RowContext) {
    const engine = await executableOf('headless_shell')
    if (engine === null) throw new NotRunError('chromium-headless-shell is not installed')
    const folder = await mkdtemp(join(tmpdir(), 'seine-start-up-'))
    atEnd(async () => await rm(folder, { recursive: true, force: true }))
    const badKeys = join(folder, 'keys.json')
    await writeFile(badKeys, 'no JSON')
    const flags = ['--webrtc-ip-handling-policy', '--force-webrtc-ip-handling-policy', '--proxy-bypass-list']
    const leaky = short ? null : await browserWithoutFlags(engine, flags)
    if (leaky !== null) atEnd(async () => await leaky.remove())
    const faults = faultsOf({ badKeys, leaky: leaky?.path ?? null, engine })
    const marks: Mark[] = []
    for (const fault of short ? faults.slice(0, 4) : faults) marks.push(judge(fault, await start(fault, signal)))
    if (process.getuid?.() === 0) {
      const fault = sandboxFault(engine)
      marks.push(judgeSandbox(fault, await start(fault, signal)))
    }
    return marks
  },
}
