/** A real Kubernetes API server with its store, on free ports of loopback: enough to check manifests against. */
import { spawn, execFile, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findKubernetes, type KubernetesTools } from '@seine/tools/setup/install-kubernetes.ts'

/** Time limit of the start, milliseconds, on a busy machine. */
const startTimeoutMs = 180_000

/**
 * Looks for the tools that set-up builds where possible.
 * @throws Error when they are missing and `CI` is `true`: in CI, a skipped test counts as failed.
 */
export function kubernetesTools(): { tools: KubernetesTools; skip: false } | { tools: null; skip: string } {
  const tools = findKubernetes(process.env['SEINE_DEV_CACHE_DIR'] ?? '')
  if (tools !== null) return { tools, skip: false }
  const skip = 'there is no Kubernetes API server: `./dev test ops` builds it where there is Go'
  if (process.env['CI'] === 'true') throw new Error(skip)
  return { tools: null, skip }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

/** Returns true when the API server of this port is ready; kubectl would start a process for each question. */
async function isReady(port: number, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  // Its certificate is of its own making.
  const request = get({ host: '127.0.0.1', port, path: '/readyz', headers, rejectUnauthorized: false, agent: false })
  return await new Promise((resolve) => {
    request.once('error', () => resolve(false))
    request.once('response', (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
  })
}

export interface CommandOutput {
  code: number
  stdout: string
  stderr: string
}

/** Processes of a cluster, and kubectl and helm for it. */
export class KubernetesLab {
  readonly #tools: KubernetesTools
  readonly #home: string
  readonly #children: ChildProcess[] = []
  #log = ''

  private constructor(tools: KubernetesTools, home: string) {
    this.#tools = tools
    this.#home = home
  }

  static async start(tools: KubernetesTools): Promise<KubernetesLab> {
    const lab = new KubernetesLab(tools, await mkdtemp(join(tmpdir(), 'seine-kubernetes-')))
    try {
      await lab.#start()
      return lab
    } catch (error) {
      await lab.close()
      throw error
    }
  }

  #spawn(program: string, args: readonly string[]): void {
    // It lives for a test only: memory is collected less often than in a server, which costs less of the processor.
    const env = { ...process.env, GOGC: '400' }
    const child = spawn(program, args, { cwd: this.#home, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => (this.#log = `${this.#log}${String(chunk)}`.slice(-20_000)))
    }
    this.#children.push(child)
  }

  async #start(): Promise<void> {
    const [client, peer, secure] = [await freePort(), await freePort(), await freePort()]
    const etcd = `http://127.0.0.1:${client}`
    const peers = `http://127.0.0.1:${peer}`
    this.#spawn(this.#tools.etcd, [
      `--data-dir=${join(this.#home, 'etcd')}`,
      `--listen-client-urls=${etcd}`,
      `--advertise-client-urls=${etcd}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=default=${peers}`,
      // No durability needed: the data is only for the test.
      '--unsafe-no-fsync',
    ])
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const key = join(this.#home, 'accounts.pem')
    await writeFile(key, privateKey.export({ type: 'pkcs1', format: 'pem' }))
    const token = randomBytes(16).toString('hex')
    await writeFile(join(this.#home, 'tokens.csv'), `${token},tester,tester,"system:masters"\n`, { mode: 0o600 })
    this.#spawn(this.#tools.apiServer, [
      `--etcd-servers=${etcd}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${secure}`,
      `--cert-dir=${join(this.#home, 'certificates')}`,
      `--service-account-key-file=${key}`,
      `--service-account-signing-key-file=${key}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      '--service-cluster-ip-range=10.96.0.0/16',
      '--authorization-mode=AlwaysAllow',
      `--token-auth-file=${join(this.#home, 'tokens.csv')}`,
      // There is no controller that would create the service accounts.
      '--disable-admission-plugins=ServiceAccount',
    ])
    const settings = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'lab', cluster: { server: `https://127.0.0.1:${secure}`, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'tester', user: { token } }],
      contexts: [{ name: 'lab', context: { cluster: 'lab', user: 'tester' } }],
      'current-context': 'lab',
    }
    await writeFile(join(this.#home, 'kubeconfig'), JSON.stringify(settings), { mode: 0o600 })
    await this.#ready(secure, token)
  }

  async #ready(port: number, token: string): Promise<void> {
    const endsAtMs = performance.now() + startTimeoutMs
    for (;;) {
      if (await isReady(port, token)) return
      const gone = this.#children.some(({ exitCode }) => exitCode !== null)
      if (gone || performance.now() > endsAtMs) throw new Error(`the API server does not start:\n${this.#log}`)
      await sleep(200)
    }
  }

  /** Creates the custom resource definitions. @throws Error when one is refused. */
  async define(): Promise<void> {
    for (const folder of this.#tools.definitions) {
      const { code, stderr } = await this.kubectl(['create', '-f', folder])
      if (code !== 0) throw new Error(stderr)
    }
  }

  /** Runs kubectl. @param input standard input. */
  async kubectl(args: readonly string[], input = ''): Promise<CommandOutput> {
    return await this.#run(this.#tools.kubectl, args, input)
  }

  /** Runs helm. */
  async helm(args: readonly string[]): Promise<CommandOutput> {
    return await this.#run(this.#tools.helm, args)
  }

  async #run(program: string, args: readonly string[], input = ''): Promise<CommandOutput> {
    const env = { PATH: process.env['PATH'], HOME: this.#home, KUBECONFIG: join(this.#home, 'kubeconfig') }
    return await new Promise((resolve) => {
      const child = execFile(
        program,
        [...args],
        { env, maxBuffer: 64 * 1024 * 1024, timeout: 60_000 },
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
      )
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(input)
    })
  }

  async close(): Promise<void> {
    for (const child of this.#children.toReversed()) {
      if (child.exitCode !== null || child.pid === undefined) continue
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    await rm(this.#home, { recursive: true, force: true })
  }
}
