/** A real Prometheus with the configuration of this repository that scrapes a stack on this machine. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'

const folder = fileURLToPath(new URL('../../docker/prometheus/', import.meta.url))

interface ScrapeConfig {
  job_name: string
  dns_sd_configs?: unknown
  static_configs?: { targets: string[] }[]
}

interface PrometheusConfig {
  global: Record<string, string>
  scrape_configs: ScrapeConfig[]
}

/** An answer of its HTTP API. */
export interface QueryAnswer {
  status: 'success' | 'error'
  error?: string
  data: { result: { metric: Record<string, string>; value: [number, string] }[] }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

export class PrometheusLab {
  readonly url: string
  readonly #home: string
  readonly #process: ChildProcess
  #log = ''

  private constructor(url: string, home: string, process: ChildProcess) {
    this.url = url
    this.#home = home
    this.#process = process
    for (const stream of [process.stdout, process.stderr]) stream?.on('data', (chunk) => (this.#log += String(chunk)))
  }

  /**
   * Starts Prometheus.
   * @param targets addresses on this machine of the jobs of its configuration, `host:port`.
   */
  static async start(program: string, targets: Readonly<Record<string, string>>): Promise<PrometheusLab> {
    const home = await mkdtemp(join(tmpdir(), 'seine-prometheus-'))
    const config = parse(await readFile(join(folder, 'prometheus.yml'), 'utf8')) as PrometheusConfig
    config.global = { ...config.global, scrape_interval: '1s', evaluation_interval: '1s' }
    // No name server knows the services here: everything else of the configuration is unchanged.
    config.scrape_configs = config.scrape_configs.map(({ dns_sd_configs: _names, ...rest }) => ({
      ...rest,
      static_configs: [{ targets: [targets[rest.job_name] ?? 'missing:1'] }],
    }))
    await writeFile(join(home, 'prometheus.yml'), stringify(config))
    await copyFile(join(folder, 'alerts.yml'), join(home, 'alerts.yml'))
    const address = `127.0.0.1:${await freePort()}`
    const args = [
      `--config.file=${join(home, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(home, 'data')}`,
      `--web.listen-address=${address}`,
    ]
    const lab = new PrometheusLab(
      `http://${address}`,
      home,
      spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }),
    )
    await lab.#ready().catch(async (error: unknown) => {
      await lab.close()
      throw error
    })
    return lab
  }

  async #ready(): Promise<void> {
    for (let triesLeft = 300; ; triesLeft -= 1) {
      const answer = await fetch(`${this.url}/-/ready`).catch(() => null)
      if (answer?.status === 200) return
      if (triesLeft === 0 || this.#process.exitCode !== null)
        throw new Error(`Prometheus does not start:\n${this.#log}`)
      await sleep(100)
    }
  }

  async get<Answer>(path: string): Promise<Answer> {
    return (await (await fetch(`${this.url}/api/v1/${path}`)).json()) as Answer
  }

  async query(expression: string): Promise<QueryAnswer> {
    return await this.get(`query?query=${encodeURIComponent(expression)}`)
  }

  async close(): Promise<void> {
    if (this.#process.exitCode === null) {
      const ended = once(this.#process, 'exit')
      this.#process.kill('SIGTERM')
      await ended
    }
    await rm(this.#home, { recursive: true, force: true })
  }
}
