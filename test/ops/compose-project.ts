/**
 * Starts the services of a compose file like Docker, but without it: podman on separate, isolated bridge networks, with
 * service names as host names, published ports, volumes, and the order required by `depends_on`.
 */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { durationMs, type ComposeFile, type ComposeService } from './compose-file.ts'
import { listeningSockets, processChange, processEnd } from './container-process.ts'
import { hardLimit, type ContainerStorage } from './container-tools.ts'

/** Time limit for run-once services to end and for health checks to succeed, milliseconds. */
const patienceMs = 600_000
const pollMs = 100
/** Time between two health checks of a service in which nothing is seen to change, milliseconds. */
const healthPollMs = 2_000

interface ProjectOptions {
  /** Returns the replacement for an image of the file. */
  imageOf(image: string): string
  /** The environment of the shell that starts it, for variables without a value. */
  environment: Readonly<Record<string, string>>
  /** Folder for files of the runner. */
  directory: string
  /** Profiles whose services are started as well. */
  profiles?: readonly string[]
}

/** How a container ended. */
export interface Ending {
  code: number
  tookMs: number
}

export class ComposeProject {
  readonly #storage: ContainerStorage
  readonly #file: ComposeFile
  readonly #options: ProjectOptions
  readonly #name = `seine-compose-${randomUUID().slice(0, 8)}`
  readonly #started = new Map<string, Promise<void>>()

  constructor(storage: ContainerStorage, file: ComposeFile, options: ProjectOptions) {
    this.#storage = storage
    this.#file = file
    this.#options = options
  }

  #container = (service: string): string => `${this.#name}-${service}`
  #network = (name: string): string => (name === 'default' ? this.#name : `${this.#name}-${name}`)
  #volume = (name: string): string => `${this.#name}_${name}`

  get #networks(): string[] {
    return [...new Set(['default', ...Object.keys(this.#file.networks ?? {})])]
  }

  /** Services that start without a profile, or with one of those that were chosen. */
  get services(): string[] {
    const isChosen = (profile: string): boolean => this.#options.profiles?.includes(profile) === true
    return Object.keys(this.#file.services).filter(
      (name) => this.#file.services[name]?.profiles?.some(isChosen) ?? true,
    )
  }

  /**
   * Creates the network. podman's older network plugins do not resolve names, so the newer ones are requested.
   * @returns the address of this machine in it, available once one of its containers runs.
   */
  async createNetwork(): Promise<string> {
    const settings = `${this.#options.directory}/containers.conf`
    const folder = `${this.#options.directory}/networks`
    await writeFile(settings, `[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "${folder}"\n`)
    process.env['CONTAINERS_CONF'] = settings
    for (const name of this.#networks) {
      const internal = this.#file.networks?.[name]?.internal === true ? ['--internal'] : []
      // Isolated as in Docker: a container in one network cannot reach another network.
      await this.#storage.podman('network', 'create', '--opt', 'isolate=true', ...internal, this.#network(name))
    }
    const format = '{{range .Subnets}}{{.Gateway}}{{end}}'
    return (await this.#storage.podman('network', 'inspect', '--format', format, this.#name)).trim()
  }

  /** Runs a container of another image in the network, so that the network exists. */
  async anchor(image: string): Promise<void> {
    await this.#storage.podman('run', '--detach', ...this.#commonFlags('anchor'), image, 'sleep', 'infinity')
  }

  /** Flags for the networks of a service, in which it has its name and its aliases. */
  #networkFlags(service: string, { network_mode: mode, networks }: Partial<ComposeService>): string[] {
    if (mode?.startsWith('service:') === true) return [`--network=container:${this.#container(mode.slice(8))}`]
    if (mode !== undefined) return [`--network=${mode}`]
    const named = Array.isArray(networks) ? Object.fromEntries(networks.map((name) => [name, null])) : networks
    return Object.entries(named ?? { default: null }).map(([name, of]) => {
      const aliases = [service, ...(of?.aliases ?? [])].map((alias) => `alias=${alias}`)
      return `--network=${this.#network(name)}:${aliases.join(',')}`
    })
  }

  #commonFlags(name: string, service: Partial<ComposeService> = {}): string[] {
    return [
      `--name=${this.#container(name)}`,
      ...this.#networkFlags(name, service),
      '--log-driver=k8s-file',
      '--no-healthcheck',
      // The engine's default may exceed the limit of this process.
      `--ulimit=nofile=${hardLimit('Max open files', 65_536)}`,
      `--ulimit=nproc=${hardLimit('Max processes', 16_384)}`,
    ]
  }

  #environmentOf(service: ComposeService): string[] {
    return Object.entries(service.environment ?? {}).flatMap(([name, value]) => {
      const given = value ?? this.#options.environment[name]
      return given === undefined ? [] : [`--env=${name}=${given}`]
    })
  }

  /** Flags of podman for a service definition. */
  #flagsOf(name: string, service: ComposeService): string[] {
    const one = (flag: string, value: string | number | undefined): string[] =>
      value === undefined ? [] : [`--${flag}=${value}`]
    const each = (flag: string, values: readonly string[] = []): string[] => values.map((value) => `--${flag}=${value}`)
    const place = (text: string): string =>
      /^[./]/.test(text)
        ? resolve(repositoryRoot, text.split(':')[0]!) + text.slice(text.indexOf(':'))
        : this.#volume(text)
    return [
      ...this.#commonFlags(name, service),
      ...(service.read_only === true ? ['--read-only', '--read-only-tmpfs=false'] : []),
      ...each('cap-drop', service.cap_drop),
      ...each('cap-add', service.cap_add),
      ...each(
        'security-opt',
        service.security_opt?.map((option) => option.replace('seccomp=.', `seccomp=${repositoryRoot}`)),
      ),
      ...each('tmpfs', service.tmpfs),
      ...each('publish', service.ports),
      ...each('volume', service.volumes?.map(place)),
      ...one('user', service.user),
      ...one('shm-size', service.shm_size),
      ...one('memory', service.mem_limit),
      ...one('pids-limit', service.pids_limit),
      ...(service.entrypoint === undefined ? [] : [`--entrypoint=${JSON.stringify(service.entrypoint)}`]),
      ...this.#environmentOf(service),
    ]
  }

  /** Starts a service after its dependencies; a service that was started is left unchanged. */
  async start(name: string): Promise<void> {
    const under = this.#started.get(name) ?? this.#start(name)
    this.#started.set(name, under)
    await under
  }

  async #start(name: string): Promise<void> {
    const service = this.#file.services[name]
    if (service === undefined) throw new Error(`there is no service ${name}`)
    await Promise.all(
      Object.entries(service.depends_on ?? {}).map(async ([other, { condition }]) => {
        await this.start(other)
        if (condition === 'service_completed_successfully') await this.#completed(other)
        else if (condition === 'service_healthy') await this.healthy(other)
      }),
    )
    const image = this.#options.imageOf(service.image)
    await this.#storage.podman('run', '--detach', ...this.#flagsOf(name, service), image, ...(service.command ?? []))
  }

  /** Returns the state of a container; `pid` is 0 when it does not run. */
  async #state(name: string): Promise<{ running: boolean; code: number; pid: number }> {
    const format = '{{.State.Running}} {{.State.ExitCode}} {{.State.Pid}}'
    const answer = await this.#storage.podman('container', 'inspect', '--format', format, this.#container(name))
    const [running, code, pid] = answer.trim().split(' ')
    return { running: running === 'true', code: Number(code), pid: Number(pid) }
  }

  async #completed(name: string): Promise<void> {
    const endMs = Date.now() + patienceMs
    for (;;) {
      const { running, code, pid } = await this.#state(name)
      if (!running && code === 0) return
      if (!running || Date.now() > endMs) throw new Error(`${name} ended with ${code}:\n${await this.logs(name)}`)
      // Each question to the engine starts a program.
      await processEnd(pid, endMs - Date.now())
      await sleep(pollMs)
    }
  }

  /** The health check command of a service: that of the file, or of its image. */
  async #checkOf(name: string): Promise<string[]> {
    const service = this.#file.services[name]!
    const format = '{{json .HealthCheck.Test}}'
    const [kind, ...command] =
      service.healthcheck?.test ??
      (JSON.parse(
        await this.#storage.podman('image', 'inspect', '--format', format, this.#options.imageOf(service.image)),
      ) as string[])
    return kind === 'CMD-SHELL' ? ['sh', '-c', ...command] : command
  }

  /** Waits until the health check of a service succeeds. @throws Error with its log. */
  async healthy(name: string): Promise<void> {
    const check = await this.#checkOf(name)
    const endMs = Date.now() + patienceMs
    for (;;) {
      // Another one after a restart of the container.
      const { pid } = await this.#state(name)
      const before = listeningSockets(pid)
      const isHealthy = await this.exec(name, ...check).then(
        () => true,
        () => false,
      )
      if (isHealthy) return
      if (Date.now() > endMs || !(await this.#state(name)).running) {
        throw new Error(`${name} is not healthy:\n${await this.logs(name)}`)
      }
      // A check starts programs here and in the container: one that is likely to fail is put off.
      await processChange(pid, before, healthPollMs)
    }
  }

  /** Returns the output of a service, both streams. */
  async logs(name: string): Promise<string> {
    return await this.#storage.podmanBoth('logs', this.#container(name))
  }

  /** Runs a command in a service. @returns its output. */
  async exec(name: string, ...command: string[]): Promise<string> {
    return await this.#storage.podman('exec', this.#container(name), ...command)
  }

  /** Returns the address of a service in a network. */
  async addressOf(name: string, network = 'default'): Promise<string> {
    const format = `{{(index .NetworkSettings.Networks "${this.#network(network)}").IPAddress}}`
    return (await this.#storage.podman('container', 'inspect', '--format', format, this.#container(name))).trim()
  }

  /** Returns podman's arguments that run a service in a container of its own, with its input connected. */
  runArguments(name: string, ...command: string[]): string[] {
    const service = this.#file.services[name]!
    const flags = this.#flagsOf(name, service).filter((flag) => !flag.startsWith('--name='))
    const words = command.length > 0 ? command : (service.command ?? [])
    return ['run', '--rm', '--interactive', ...flags, this.#options.imageOf(service.image), ...words]
  }

  /** Runs a run-once service again. @returns its output. */
  async again(name: string, ...command: string[]): Promise<string> {
    return await this.#storage.podman(...this.runArguments(name, ...command))
  }

  /** Returns the services whose containers run. */
  async running(): Promise<string[]> {
    const prefix = `${this.#name}-`
    const names = await this.#storage.podman('ps', '--filter', `name=^${prefix}`, '--format', '{{.Names}}')
    const found = names.split('\n').map((name) => name.slice(prefix.length))
    return found.filter((name) => name in this.#file.services)
  }

  /** Sends a service its stop signal, and SIGKILL after its grace period. */
  async stop(name: string): Promise<Ending> {
    const startedMs = performance.now()
    const graceMs = durationMs(this.#file.services[name]?.stop_grace_period ?? '10s')
    await this.#storage.podman('stop', '--time', String(graceMs / 1_000), this.#container(name))
    return { code: (await this.#state(name)).code, tookMs: performance.now() - startedMs }
  }

  /** Stops what runs, each service after those that need it. */
  async stopAll(): Promise<void> {
    const running = await this.running()
    const stopped = new Map<string, Promise<unknown>>()
    const stopOnce = async (name: string): Promise<void> => {
      const needing = running.filter((other) => name in (this.#file.services[other]?.depends_on ?? {}))
      await Promise.all(needing.map(once))
      await this.stop(name)
    }
    const once = (name: string): Promise<unknown> => {
      const under = stopped.get(name) ?? stopOnce(name)
      stopped.set(name, under)
      return under
    }
    await Promise.all(running.map(once))
  }

  /** Removes containers, all that do not run unless they are named, so that `start` creates them anew. */
  async discard(names?: readonly string[]): Promise<void> {
    const running = new Set(await this.running())
    const chosen = names ?? [...this.#started.keys()].filter((name) => !running.has(name))
    if (chosen.length > 0) await this.#removeContainers(chosen.map(this.#container))
    for (const name of chosen) this.#started.delete(name)
  }

  /** Starts services that do not run, with what they need; services that run once run again. */
  async up(names: readonly string[] = this.services): Promise<void> {
    await this.discard()
    await Promise.all(names.map(async (name) => await this.start(name)))
  }

  /** Removes all containers and volumes. */
  async destroy(): Promise<void> {
    await this.discard([...this.#started.keys()])
    const volumes = Object.keys(this.#file.volumes ?? {}).map(this.#volume)
    await this.#storage.podman('volume', 'rm', '--force', ...volumes)
  }

  /**
   * A container whose network is used by another one can be removed only after that one, and podman does not order
   * them.
   */
  async #removeContainers(names: readonly string[], triesLeft = 3): Promise<void> {
    try {
      await this.#storage.podman('rm', '--force', '--ignore', '--depend', '--time', '0', ...names)
    } catch (error) {
      if (triesLeft === 1) throw error
      await this.#removeContainers(names, triesLeft - 1)
    }
  }

  /** Removes everything that was started, its volumes and its network. */
  async remove(): Promise<void> {
    const names = ['anchor', ...Object.keys(this.#file.services)].map(this.#container)
    await this.#removeContainers(names)
    const volumes = Object.keys(this.#file.volumes ?? {}).map(this.#volume)
    await this.#storage.podman('volume', 'rm', '--force', ...volumes).catch(() => undefined)
    for (const name of this.#networks) {
      await this.#storage.podman('network', 'rm', '--force', this.#network(name)).catch(() => undefined)
    }
    delete process.env['CONTAINERS_CONF']
  }
}
