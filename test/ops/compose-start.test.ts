/** Starts the default profile as the file describes it, crawls with it, and stops it. */
import assert from 'node:assert/strict'
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { ImageTarget } from '@seine/tools/images/image-targets.ts'
import { reservePorts, type PortReservation } from '@seine/tools/stack/ports.ts'
import { answersOk } from '@seine/tools/stack/readiness.ts'
import { startSite, type Site } from '../site/server.ts'
import { readCompose } from './compose-file.ts'
import { standIns } from './compose-images.ts'
import { ComposeProject } from './compose-project.ts'
import { runContainer } from './container.ts'
import { ContainerLab, containerTools, debianImage } from './container-lab.ts'

const { programs, skip } = containerTools()

/** User id of the programs in an image. */
const user = 10_001
const services = ['gateway', 'scrape-worker', 'browser-worker'] as const

describe('docker compose up', { skip }, () => {
  let lab: ContainerLab
  let images: Record<ImageTarget, string>
  let reservation: PortReservation
  let project: ComposeProject
  let site: Site
  let directory: string
  let apiKey: string
  let gateway: string

  before(async () => {
    lab = await ContainerLab.open(programs!)
    images = await lab.build()
    const standIn = await standIns(lab)
    directory = await mkdtemp(join(tmpdir(), 'seine-compose-'))
    reservation = await reservePorts('free')
    const { ports } = reservation
    gateway = `http://127.0.0.1:${ports.gateway}`
    const variables = {
      GATEWAY_PORT: String(ports.gateway),
      TEMPORAL_PORT: String(ports.temporal),
      TEMPORAL_UI_PORT: String(ports.temporalUi),
      STORE_PORT: String(ports.objectStore),
    }
    const environment: Record<string, string> = {}
    project = new ComposeProject(lab.storage, readCompose(['docker-compose.yml'], variables), {
      environment,
      directory,
      imageOf: (image) => standIn(image) ?? images[image.replace('seine/', '') as ImageTarget],
    })
    const host = await project.createNetwork()
    await project.anchor(debianImage)
    site = await startSite({ host })
    environment['SEINE_EGRESS_ALLOW'] = `${host}/32:${site.port}`
    await Promise.all(project.services.map(async (name) => await project.start(name)))
    await Promise.all([...services, 'chromium'].map(async (name) => await project.healthy(name)))
    apiKey = /^API key +(\S+)$/m.exec(await project.logs('secrets'))?.[1] ?? ''
  })

  after(async () => {
    // An open server would keep this file from ending.
    await site?.close()
    reservation?.release()
    await project?.remove()
    if (directory !== undefined) await rm(directory, { recursive: true, force: true })
  })

  it('makes an API key, prints it once, and keeps it', async () => {
    assert.match(apiKey, /^seine_dev_/)
    assert.doesNotMatch(await project.again('secrets'), /seine_dev_/)
    assert.ok((await project.again('secrets', 'secrets', '/secrets', '--show')).includes(apiKey))
    for (const name of services) {
      const files = await project.exec(name, 'sh', '-c', 'ls /run/seine; env; cat /run/seine/*')
      assert.ok(!files.includes(apiKey), name)
    }
  })

  it('shows jobs in the Web UI of Temporal, and has its namespace ready', async () => {
    assert.ok(await answersOk(`http://127.0.0.1:${reservation.ports.temporalUi}/`))
    assert.match(await project.logs('prepare-temporal'), /the search attributes exist/)
  })

  it('crawls a site, and the archive is downloaded through the published port of the store', async (t) => {
    const out = join(directory, 'out')
    await mkdir(out)
    await chown(out, user, user)
    const { code, output } = await runContainer(lab.storage, {
      image: images.cli,
      environment: { SEINE_URL: gateway, SEINE_KEY: apiKey },
      flags: [`--volume=${out}:/work`],
      args: ['crawl', site.url, '--limit', '10', '--out', 'site'],
    })
    t.diagnostic(output.split('\n').find((line) => line.startsWith('Completed')) ?? output)
    assert.equal(code, 0, output)
    assert.equal((await readdir(join(out, 'site', 'pages'))).length, 10)
  })

  /** Captures the page of the site. */
  async function capture(): Promise<void> {
    const response = await fetch(`${gateway}/browser/network`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: site.url }),
    })
    assert.equal(response.status, 200, await response.clone().text())
  }

  it('opens a page in Chromium with its sandbox on', async () => {
    await capture()
    const commands = ['sh', '-c', 'cat /proc/[0-9]*/cmdline | tr "\\0" " "']
    const processes = await project.exec('chromium', ...commands)
    assert.match(processes, /--remote-debugging-pipe/)
    assert.doesNotMatch(processes, /--no-sandbox/)
    assert.doesNotMatch(await project.exec('browser-worker', ...commands), /--remote-debugging-pipe/)
  })

  it('has the store keep metadata in attributes of its files', async () => {
    assert.equal(await project.exec('object-store', 'ls', '/data'), 'objects\n')
  })

  it('has processes share hosts in Redis, in which each may do what it needs and no more', async (t) => {
    const program = `fetch('http://127.0.0.1:9464/metrics').then((answer) => answer.text()).then(console.log)`
    const count = async (name: string, outcome: string): Promise<number> => {
      const page = await project.exec(name, 'node', '-e', program)
      return Number(
        new RegExp(`^seine_host_exchanges_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(page)?.[1] ?? 0,
      )
    }
    // The first ones may fail while the connection is made; without the permissions none succeeds.
    for (let more = 5; more > 0 && (await count('browser-worker', 'ok')) === 0; more -= 1) await capture()
    for (const name of ['scrape-worker', 'browser-worker']) {
      const [ok, failed] = [await count(name, 'ok'), await count(name, 'failed')]
      t.diagnostic(`${name}: ${ok} exchanges, ${failed} failed`)
      assert.ok(ok > 0, name)
    }
    // The first command may time out on a busy machine; without the permissions Redis stays away.
    const states = [...(await project.logs('gateway')).matchAll(/Redis is (unavailable|available again)/g)].map(
      (match) => match[1],
    )
    assert.notEqual(states.at(-1), 'unavailable', states.join(', '))
    const ask = async (...words: string[]): Promise<string> =>
      await project.exec('redis', 'valkey-cli', '--no-auth-warning', ...words)
    assert.match(await ask('info'), /NOAUTH/)
    assert.match(await ask('--user', 'health', '--pass', 'none', 'info'), /NOPERM/)
  })

  it('keeps secrets from the user and the container of Chromium', async () => {
    const look = 'id -u; ls -A /run; cat /run/seine/* 2>&1; cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n"'
    const seen = await project.exec('chromium', 'sh', '-c', `${look}; true`)
    const secrets = await project.exec('browser-worker', 'sh', '-c', 'for f in /run/seine/*; do cat $f; echo; done')
    assert.match(seen, /^10002\n/)
    assert.equal(secrets.trim().split('\n').length, 5)
    for (const secret of secrets.trim().split('\n')) assert.ok(!seen.includes(secret))
    assert.doesNotMatch(seen, /SEINE_(S3|SERVICE|SEALING|TEMPORAL)/)
  })

  it('gives browser workers Temporal, the store, Redis and nothing else inside', async () => {
    /** Tries every place from a service, all at once in one process. @returns those that accept a connection */
    const reachedOf = async (from: string, places: readonly string[]): Promise<string[]> => {
      const program = `
        const tried = ${JSON.stringify(places)}.map((place) => new Promise((resolve) => {
          const [host, port] = place.split(':')
          require('net').connect({ host, port: Number(port), timeout: 3000 })
            .on('connect', () => resolve([place])).on('timeout', () => resolve([])).on('error', () => resolve([]))
        }))
        Promise.all(tried).then((found) => { console.log(JSON.stringify(found.flat())); process.exit() })`
      return JSON.parse(await project.exec(from, 'node', '-e', program)) as string[]
    }
    const open = [7_233, 7_070, 6_379].map((port) => `browser-door:${port}`)
    const others = [
      ['gateway', 8_420],
      ['gateway', 9_464],
      ['scrape-worker', 8_440],
      ['temporal', 8_233],
      ['temporal', 7_233],
      ['object-store', 7_070],
      ['redis', 6_379],
    ] as const
    const closed = await Promise.all(
      others.map(async ([name, port]) => {
        const address = await project.addressOf(name, name === 'redis' ? 'redis' : 'default')
        return [`${name}:${port}`, `${address}:${port}`]
      }),
    )
    for (const from of ['browser-worker', 'chromium']) {
      assert.deepEqual(await reachedOf(from, [...open, ...closed.flat()]), open, from)
    }
    // What the door opens to browser workers is open to them only. The addresses are correct: an inside container
    // reaches them.
    const door = await project.addressOf('browser-door', 'default')
    const inside = [`${door}:8430`, `${await project.addressOf('temporal')}:8233`]
    const doors = [7_233, 7_070, 6_379].map((port) => `${door}:${port}`)
    assert.deepEqual(await reachedOf('scrape-worker', [...doors, ...inside]), inside)
  })

  it('gives browser workers no more of the store than pages', async () => {
    const program = `
      const { ObjectStore } = await import('/app/shared/storage/object-store.ts')
      const { readConfig } = await import('/app/shared/config/config.ts')
      const store = new ObjectStore(readConfig(process.env))
      const tried = async (work) => await work.then(() => 'done', (error) => 'refused')
      console.log(await tried(store.put('cache/compose-test', 'x')), await tried(store.put('jobs/x/archive.zip', 'x')))
      process.exit()`
    const said = await project.exec('browser-worker', 'node', '--input-type=module', '-e', program)
    assert.equal(said.trim(), 'done refused')
  })

  it('keeps what is inside from callers: targets on its own network are refused', async () => {
    const response = await fetch(`${gateway}/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'http://object-store:7070/health' }),
    })
    assert.equal(response.status, 422)
    assert.match(await response.text(), /"url_not_allowed"/)
  })

  it('ends every service with 0 within its grace', async (t) => {
    for (const name of [...services, 'chromium', 'object-store', 'temporal']) {
      const { code, tookMs } = await project.stop(name)
      t.diagnostic(`${name} ended after ${(tookMs / 1_000).toFixed(1)} s with ${code}`)
      assert.notEqual(code, 137, `${name} had to be killed`)
      if ((services as readonly string[]).includes(name)) assert.equal(code, 0, await project.logs(name))
    }
  })
})
