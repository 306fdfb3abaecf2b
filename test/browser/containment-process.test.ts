/** What a browser process exposes to its machine, and what one context leaves for the next. */
import assert from 'node:assert/strict'
import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'puppeteer'
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { startForwardProxy } from '@seine/shared/egress/forward-proxy/forward-proxy.ts'
import { executableOf, startBrowser, type BrowserLab } from './containment-lab.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'

interface SeenProcess {
  pid: string
  parent: string
  commandLine: string
  /** Its environment variables with their values. */
  environment: string[]
}

async function processes(): Promise<SeenProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const read = async (pid: string, file: string): Promise<string> => await readFile(`/proc/${pid}/${file}`, 'utf8')
  const seen = pids.map(async (pid): Promise<SeenProcess[]> => {
    try {
      const [status, commandLine, environment] = await Promise.all([
        read(pid, 'stat'),
        read(pid, 'cmdline'),
        read(pid, 'environ'),
      ])
      const parent = status.slice(status.lastIndexOf(')') + 2).split(' ')[1] ?? ''
      return [{ pid, parent, commandLine, environment: environment.split('\0').filter((line) => line !== '') }]
    } catch {
      // The process has ended, or belongs to another user.
      return []
    }
  })
  return (await Promise.all(seen)).flat()
}

/** All browser processes below this process. */
async function browserTree(): Promise<SeenProcess[]> {
  const all = await processes()
  const below = new Set([String(process.pid)])
  for (const _round of all) for (const { pid, parent } of all) if (below.has(parent)) below.add(pid)
  return all.filter(({ pid, commandLine }) => below.has(pid) && /chrom/.test(commandLine.split('\0')[0] ?? ''))
}

/** Inodes of the sockets that a process holds. */
async function socketsOf(pid: string): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`)
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? [])
}

/** Inodes of listening TCP sockets and of bound UDP sockets on the whole machine. */
async function openPorts(): Promise<Map<string, string>> {
  const ports = new Map<string, string>()
  for (const table of ['tcp', 'tcp6', 'udp', 'udp6']) {
    const lines = (await readFile(`/proc/net/${table}`, 'utf8').catch(() => '')).split('\n').slice(1)
    for (const line of lines) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
      if (table.startsWith('udp') || state === '0A') ports.set(inode, `${table} ${local}`)
    }
  }
  return ports
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const leavesTraces = `(async () => {
  document.cookie = 'left=1; max-age=600'
  localStorage.setItem('left', '1')
  await caches.open('left')
  await new Promise((resolve) => { indexedDB.open('left').onsuccess = resolve })
  await navigator.serviceWorker.register('/service.js')
  await navigator.serviceWorker.ready
  await fetch('/cached')
  await fetch('/protected', { headers: { authorization: 'Basic dTpw' } })
  history.pushState({}, '', '/visited')
})()`

const findsTraces = `(async () => ({
  cookie: document.cookie,
  local: localStorage.length,
  caches: await caches.keys(),
  databases: (await indexedDB.databases()).length,
  workers: (await navigator.serviceWorker.getRegistrations()).length,
  controlled: navigator.serviceWorker.controller !== null,
  protected: (await fetch('/protected')).status,
  cached: await (await fetch('/cached')).text(),
}))()`

for (const engine of ['headless_shell', 'chrome'] as const) {
  const executable = await executableOf(engine)
  describe(engine, { skip: executable === null ? 'not installed' : false }, () => {
    let lab: BrowserLab
    let site: Fixture
    before(async () => {
      process.env['SEINE_CONTAINMENT_CANARY'] = 'not-for-browsers'
      let answers = 0
      site = await startFixture({
        '/': html('<title>own page</title>'),
        '/service.js': (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/javascript' }).end('onfetch = () => {}')
        },
        '/cached': (_request, response) => {
          answers += 1
          response.writeHead(200, { 'cache-control': 'max-age=600' }).end(String(answers))
        },
        '/protected': (request, response) => {
          const known = request.headers.authorization === 'Basic dTpw'
          response.writeHead(known ? 200 : 403).end()
        },
        '/file': (_request, response) => {
          response.writeHead(200, { 'content-disposition': 'attachment; filename=left-behind.bin' }).end('left behind')
        },
      })
      lab = await startBrowser(engine, executable ?? '')
    })
    after(async () => {
      delete process.env['SEINE_CONTAINMENT_CANARY']
      await lab?.close()
      await site?.close()
    })

    const onPage = async <Result>(look: (page: Page) => Promise<Result>): Promise<Result> => {
      const policy = {
        allowList: new AllowList({ entries: `127.0.0.1:${site.port}` }),
        resolve: () => Promise.reject(new Error('no name is asked for')),
      }
      const proxy = await startForwardProxy({ policy, upstream: null })
      const lease = await lab.open(proxy.url)
      try {
        const page = await lease.context.newPage()
        await page.goto(`http://localhost:${site.port}/`)
        return await look(page)
      } finally {
        await lease.release()
        await proxy.close()
      }
    }

    test('no process of a browser listens on a port or holds a secret of ours', () =>
      onPage(async () => {
        const tree = await browserTree()
        assert.ok(tree.length >= 3, 'the browser, its network service and a renderer')
        const ports = await openPorts()
        for (const { pid, commandLine, environment } of tree) {
          const open = (await socketsOf(pid)).flatMap((inode) => ports.get(inode) ?? [])
          assert.deepEqual(open, [], commandLine)
          assert.doesNotMatch(environment.join('\n'), /SEINE|not-for-browsers|AWS_/, commandLine)
          assert.doesNotMatch(commandLine, /remote-debugging-port/)
        }
      }))

    test('the scratch directory is for the worker alone, and downloads leave nothing in it', () =>
      onPage(async (page) => {
        await page.evaluate(`(() => {
          const link = Object.assign(document.createElement('a'), { href: '/file', download: 'left-behind.bin' })
          document.body.append(link)
          link.click()
          link.href = URL.createObjectURL(new Blob(['left behind']))
          link.click()
        })()`)
        await page.goto(`http://localhost:${site.port}/file`).catch(() => {})
        // The browser process does not always have the lowest pid: numbers wrap around.
        const commands = (await browserTree()).map(({ commandLine }) => commandLine)
        const profile = /--user-data-dir=([^\0]+)/.exec(commands.join('\0'))?.[1] ?? assert.fail('no profile')
        const scratch = join(profile, '..')
        assert.equal((await stat(scratch)).mode & 0o077, 0)
        // As root, the browser's user may traverse it, and only root may list it.
        const shared = process.getuid?.() === 0 ? 0o066 : 0o077
        assert.equal((await stat(join(scratch, '..'))).mode & shared, 0)
        const left = (await filesBelow(scratch)).filter((path) => /left-behind|crdownload/.test(path))
        assert.deepEqual(left, [])
      }))

    test('nothing a context stores is there for the next one', async () => {
      await onPage((page) => page.evaluate(leavesTraces))
      assert.deepEqual(await onPage((page) => page.evaluate(findsTraces)), {
        cookie: '',
        local: 0,
        caches: [],
        databases: 0,
        workers: 0,
        controlled: false,
        protected: 403,
        cached: '2',
      })
    })
  })
}
