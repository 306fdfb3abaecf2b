/** The images, really built and run: on a read-only root, as an unprivileged user, without capabilities. */
import assert from 'node:assert/strict'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { imageTargets, type ImageTarget } from '@seine/tools/images/image-targets.ts'
import { billPath } from '@seine/tools/bill-of-materials/image-bill.ts'
import type { Bill } from '@seine/tools/bill-of-materials/cyclonedx.ts'
import { billProblems } from '@seine/tools/bill-of-materials/testing/cyclonedx-schema.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { answersOk, until } from '@seine/tools/stack/readiness.ts'
import { html, startFixture, type Fixture } from '../browser/fixture-server.ts'
import { startSite, type Site } from '../site/server.ts'
import { runContainer, startContainer, type Container } from './container.ts'
import { ContainerLab, containerTools } from './container-lab.ts'
import { startPlatform, type Platform } from './platform.ts'

const { programs, skip } = containerTools()

/** User id of the programs in an image. */
const user = 10_001
/** Grace period that Kubernetes gives a pod to end, seconds. */
const graceSecs = 30
const readyTimeoutMs = 90_000
const megabyte = 1_000_000

/** User id of Chromium in its own container. */
const chromiumUser = 10_002

/** Replaces the browser and reports what it can access of every process it sees, of tini and of the worker. */
const probe = `#!/bin/sh
got=''
try() { name=$1; shift; if "$@" >/dev/null 2>&1; then got="$got $name"; fi; }
for process in 1 $PPID; do
  for file in environ mem maps; do try "$file" head -c 1 /proc/$process/$file; done
  try descriptors ls /proc/$process/fd
  try folder ls /proc/$process/cwd/
done
if [ "$(id -u)" = ${user} ]; then try signal kill -0 $PPID; fi
try file head -c 1 /run/seine/token
if cat /proc/[0-9]*/environ 2>/dev/null | grep -q of-the-worker; then got="$got environment"; fi
echo "user $(id -u) got:$got." >&2
exit 1
`

const services = ['gateway', 'scrape-worker', 'browser-worker'] as const
type Service = (typeof services)[number]

const seccomp = `--security-opt=seccomp=${join(repositoryRoot, 'docker/seccomp/chromium.json')}`

describe('the images', { skip }, () => {
  let lab: ContainerLab
  let images: Record<ImageTarget, string>

  before(async () => {
    lab = await ContainerLab.open(programs!)
    images = await lab.build()
  })

  /** Runs a shell script in an image. */
  const script = async (target: ImageTarget, text: string, ...more: string[]): Promise<string> => {
    const flags = ['--entrypoint=["sh","-euc"]', ...more]
    const { code, output } = await runContainer(lab.storage, { image: images[target], flags, args: [text] })
    assert.equal(code, 0, output)
    return output
  }

  for (const target of imageTargets) {
    it(`${target} runs as an unprivileged user on a read-only root, with Node 24`, async () => {
      const output = await script(target, 'id -u; id -g; node --version; touch /app/x 2>&1 || true; touch /tmp/x')
      const [uid, gid, version, refusal] = output.split('\n')
      assert.deepEqual([uid, gid], [String(user), String(user)])
      assert.match(version ?? '', /^v24\./)
      assert.match(refusal ?? '', /Read-only file system/)
    })

    it(`${target} holds no tests, no tools and no native code for other machines`, async () => {
      const output = await script(
        target,
        `find /app -name '*.test.*' -o -name '*.d.ts' -o -name '*.map'
         find /app -path '*/node_modules' -prune -o -path '*/testing/*' -print
         find /app/node_modules -maxdepth 1 -name typescript -o -maxdepth 1 -name oxlint -o -maxdepth 1 -name knip
         find / -xdev -name npm -o -xdev -name '*npmrc' 2>/dev/null || true
         find /app -path '*/core-bridge/releases/*' -name index.node ! -path "*/$(uname -m)-unknown-linux-gnu/*"
         find /var/lib/apt/lists /var/cache/apt -name '*.deb' -o -name '*_Packages*'`,
      )
      assert.equal(output, '')
    })

    it(`${target} has a valid bill of its materials, in which nothing is missing and nothing too much`, async () => {
      const bill = JSON.parse(await script(target, `cat /${billPath}`)) as Bill
      assert.deepEqual(billProblems(bill), [])
      assert.deepEqual(bill.compositions[0], { aggregate: 'complete', assemblies: [`seine/${target}`] })
      const debian = await script(target, `dpkg-query -W -f '\${Package} \${Version}\\n'`)
      const listed = (type: string) => bill.components.filter(({ purl }) => purl?.startsWith(`pkg:${type}/`) === true)
      assert.deepEqual(
        listed('deb')
          .map(({ name, version }) => `${name} ${version}`)
          .toSorted(),
        debian.trim().split('\n').toSorted(),
      )
      const places = await script(
        target,
        `cd /app && find . -path '*/node_modules/*/package.json' | sed -En 's,^\\./(.*node_modules/(@[^/]+/)?[^@/][^/]*)/package.json$,\\1,p'`,
      )
      const locations = listed('npm').flatMap(({ evidence }) => evidence?.occurrences ?? [])
      assert.deepEqual(
        locations
          .map(({ location }) => location)
          .filter((location) => location !== 'workflow-bundle.js')
          .toSorted(),
        places.trim().split('\n').toSorted(),
      )
      const bundled = locations.filter(({ location }) => location === 'workflow-bundle.js')
      assert.equal(bundled.length > 0, target === 'scrape-worker')
      const node = bill.components.find(({ name }) => name === 'node')
      assert.equal(`v${node?.version}\n`, await script(target, 'node --version'))
      // Its own user may execute it but not read it, which keeps its processes from reading each other's memory.
      const hash = await script(target, 'sha256sum < /usr/local/bin/node', '--user=0')
      assert.equal(`${node?.hashes?.[0]?.content}  -\n`, hash)
      // Nothing remains of the build that wrote it.
      const leftovers = await script(target, `test -w /${billPath} && echo writable || true; ls -d /build || true`)
      assert.doesNotMatch(leftovers, /^(?:writable|\/build)$/m)
    })

    it(`${target} ${target === 'browser-worker' ? 'has' : 'has no'} Chromium`, async () => {
      const output = await script(target, 'command -v chromium chromium-headless-shell || true')
      assert.equal(output.trim() !== '', target === 'browser-worker')
    })
  }

  it('have the sizes that are printed here', async (t) => {
    const debian = await lab.sizeBytes('localhost/seine-lab/debian:bookworm')
    t.diagnostic(`Debian alone: ${Math.round(debian / megabyte)} MB`)
    for (const target of imageTargets) {
      const bytes = await lab.sizeBytes(images[target])
      const parts = await script(target, 'du -sm /usr/local/bin/node /app/node_modules | cut -f1')
      const [node, packages] = parts.trim().split('\n')
      t.diagnostic(`${target}: ${Math.round(bytes / megabyte)} MB (Node ${node} MiB, packages ${packages} MiB)`)
      assert.ok(bytes > debian)
    }
  })

  it('both engines of Chromium show a page, in a sandbox', async () => {
    for (const engine of ['chromium', 'chromium-headless-shell']) {
      const { code, output } = await runContainer(lab.storage, {
        image: images['browser-worker'],
        flags: [`--entrypoint=["${engine}"]`, seccomp, '--shm-size=512m'],
        args: ['--headless', '--dump-dom', 'data:text/html,<p>shown</p>'],
      })
      assert.equal(code, 0, output)
      assert.match(output, /<p>shown<\/p>/)
    }
  })

  describe('a hostile browser', () => {
    let folder: string

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'seine-hostile-'))
      await chmod(folder, 0o755)
      await mkdir(join(folder, 'secrets'))
      await writeFile(join(folder, 'secrets', 'token'), 'secret', { mode: 0o600 })
      await chown(join(folder, 'secrets', 'token'), user, user)
      await mkdir(join(folder, 'chromium'))
      await chown(join(folder, 'chromium'), chromiumUser, chromiumUser)
      await writeFile(join(folder, 'browser'), probe, { mode: 0o755 })
    })

    after(() => rm(folder, { recursive: true, force: true }))

    const shared = () => ({
      image: images['browser-worker'],
      environment: { SEINE_BROWSER_SHELL: '/probe', SEINE_BROWSER_CHROME: '', PUPPETEER_EXECUTABLE_PATH: '' },
    })
    const worker = async (environment: Record<string, string>): Promise<string> => {
      const { code, output } = await runContainer(lab.storage, {
        ...shared(),
        environment: {
          ...shared().environment,
          SEINE_TEMPORAL_API_KEY: 'of-the-worker',
          SEINE_BROWSER_HOST: '127.0.0.1',
          SEINE_BROWSER_PORT: '0',
          SEINE_OPS_HOST: '127.0.0.1',
          SEINE_OPS_PORT: '0',
          ...environment,
        },
        flags: [
          `--volume=${join(folder, 'browser')}:/probe:ro`,
          `--volume=${join(folder, 'secrets')}:/run/seine:ro`,
          `--volume=${join(folder, 'chromium')}:/run/chromium`,
        ],
      })
      assert.equal(code, 1, output)
      return /user \d+ got:[^.]*\./.exec(output)?.[0] ?? output
    }

    it('gets nothing of its worker from a container of its own', async () => {
      const host = startContainer(lab.storage, {
        ...shared(),
        environment: { ...shared().environment, SEINE_BROWSER_SOCKET: '/run/chromium/socket' },
        flags: [
          `--user=${chromiumUser}:${chromiumUser}`,
          '--entrypoint=["tini","--","node","services/browser-worker/chromium-host.ts"]',
          `--volume=${join(folder, 'browser')}:/probe:ro`,
          `--volume=${join(folder, 'chromium')}:/run/chromium`,
        ],
      })
      try {
        const got = await worker({ SEINE_BROWSER_SOCKET: '/run/chromium/socket' })
        assert.equal(got, `user ${chromiumUser} got:.`, host.output())
      } finally {
        await host.stop(graceSecs)
      }
    })

    it('gets files of its worker, but neither environment nor memory, in the container of the worker', async () => {
      assert.equal(await worker({}), `user ${user} got: signal file.`)
    })
  })

  it('the command line makes keys, and says what it cannot do', async () => {
    const image = images.cli
    const made = await runContainer(lab.storage, { image, args: ['key', '--id', 'reports'] })
    assert.match(made.output, /^API key +seine_reports_/)
    const alone = await runContainer(lab.storage, { image, args: ['crawl', 'https://example.com/'] })
    assert.equal(alone.code, 2)
    assert.match(alone.output, /SEINE_URL and SEINE_KEY/)
  })

  it('a service prints its configuration without secrets', async () => {
    for (const target of services) {
      const environment = { SEINE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64') }
      const { code, output } = await runContainer(lab.storage, {
        image: images[target],
        environment,
        args: ['--print-config'],
      })
      assert.equal(code, 0, output)
      assert.match(output, /SEINE_OPS_PORT.*9464/)
      assert.ok(!output.includes(environment.SEINE_SEALING_KEY))
    }
  })

  describe('together', () => {
    let platform: Platform
    let site: Site
    let fixture: Fixture
    let directory: string
    const containers = new Map<Service, Container>()

    const opsPort = (service: Service): number =>
      ({
        gateway: platform.ports.gatewayOps,
        'scrape-worker': platform.ports.scrapeWorkerOps,
        'browser-worker': platform.ports.browserWorkerOps,
      })[service]
    const gatewayUrl = (): string => `http://127.0.0.1:${platform.ports.gateway}`

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'seine-images-'))
      site = await startSite()
      fixture = await startFixture({
        '/': html('<title>Home</title><script>fetch("/api")</script>'),
        '/api': html('{}'),
      })
      platform = await startPlatform()
      const { ports } = platform
      const shared = {
        ...platform.settings,
        SEINE_OPS_HOST: '127.0.0.1',
        SEINE_EGRESS_ALLOW: `127.0.0.1/32:${site.port},127.0.0.1/32:${fixture.port}`,
        SEINE_SCRAPE_WORKERS: `http://127.0.0.1:${ports.scrapeWorker}`,
        SEINE_BROWSER_WORKERS: `http://127.0.0.1:${ports.browserWorker}`,
        SEINE_API_KEYS_FILE: '/run/keys.json',
      }
      const own: Record<Service, Record<string, string>> = {
        gateway: { SEINE_GATEWAY_HOST: '127.0.0.1', SEINE_GATEWAY_PORT: String(ports.gateway) },
        'scrape-worker': { SEINE_SCRAPE_HOST: '127.0.0.1', SEINE_SCRAPE_PORT: String(ports.scrapeWorker) },
        'browser-worker': { SEINE_BROWSER_HOST: '127.0.0.1', SEINE_BROWSER_PORT: String(ports.browserWorker) },
      }
      for (const service of services) {
        containers.set(
          service,
          startContainer(lab.storage, {
            image: images[service],
            environment: { ...shared, ...own[service], SEINE_OPS_PORT: String(opsPort(service)) },
            flags: [
              `--volume=${platform.keysFile}:/run/keys.json:ro`,
              ...(service === 'browser-worker' ? [seccomp, '--shm-size=512m'] : []),
            ],
          }),
        )
      }
      const signal = AbortSignal.timeout(readyTimeoutMs)
      for (const [service, container] of containers) {
        await until(async () => await answersOk(`http://127.0.0.1:${opsPort(service)}/readyz`), signal).catch(() => {
          throw new Error(`${service} is not ready:\n${container.output()}`)
        })
      }
    })

    after(async () => {
      await Promise.all([...containers.values()].map(async (container) => await container.stop(0)))
      await platform?.close()
      await fixture?.close()
      await site?.close()
      if (directory !== undefined) await rm(directory, { recursive: true, force: true })
    })

    it('every service answers on its operations port, also to the health check of its image', async () => {
      for (const [service, container] of containers) {
        const base = `http://127.0.0.1:${opsPort(service)}`
        assert.ok(await answersOk(`${base}/livez`), service)
        assert.match(await (await fetch(`${base}/metrics`)).text(), /^# HELP /m)
        const health = await lab.storage.podman(
          'image',
          'inspect',
          '--format',
          '{{json .HealthCheck.Test}}',
          images[service],
        )
        const [kind, ...command] = JSON.parse(health) as string[]
        assert.equal(kind, 'CMD')
        await container.exec(...command)
      }
    })

    it('the command line crawls with them and saves what it found', async (t) => {
      const out = join(directory, 'out')
      await mkdir(out)
      await chown(out, user, user)
      const environment = { SEINE_URL: gatewayUrl(), SEINE_KEY: platform.secrets.apiKey }
      const { code, output } = await runContainer(lab.storage, {
        image: images.cli,
        environment,
        flags: [`--volume=${out}:/work`],
        args: ['crawl', site.url, '--limit', '10', '--out', 'site'],
      })
      t.diagnostic(output.split('\n').find((line) => line.startsWith('Completed')) ?? output)
      assert.equal(code, 0, output)
      assert.equal((await readdir(join(out, 'site', 'pages'))).length, 10)
    })

    it('Chromium opens a page with its sandbox on', async () => {
      const response = await fetch(`${gatewayUrl()}/browser/network`, {
        method: 'POST',
        headers: { authorization: `Bearer ${platform.secrets.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: `${fixture.origin}/` }),
      })
      const body = (await response.json()) as { attempts?: { requests_total: number }[] }
      assert.equal(response.status, 200, JSON.stringify(body))
      assert.equal(body.attempts?.[0]?.requests_total, 2)
      const processes = await containers
        .get('browser-worker')!
        .exec('sh', '-c', 'cat /proc/[0-9]*/cmdline | tr "\\0" " "')
      assert.match(processes, /--remote-debugging-pipe/)
      assert.doesNotMatch(processes, /--no-sandbox/)
    })

    it('without its seccomp profile the browser worker says that there is no sandbox, and ends', async () => {
      const environment = {
        ...platform.settings,
        SEINE_OPS_HOST: '127.0.0.1',
        SEINE_OPS_PORT: '0',
        SEINE_BROWSER_PORT: '0',
      }
      const { code, output } = await runContainer(lab.storage, { image: images['browser-worker'], environment })
      assert.equal(code, 1)
      assert.match(output, /has no usable sandbox/)
    })

    it('SIGTERM ends every service with 0 before it would be killed', async (t) => {
      for (const [service, container] of containers) {
        const { code, tookMs } = await container.stop(graceSecs)
        t.diagnostic(`${service} ended after ${(tookMs / 1_000).toFixed(1)} s`)
        assert.equal(code, 0, container.output())
      }
    })
  })
})
