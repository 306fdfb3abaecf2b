/** Only the resources that a page must not load are refused, each with a reason. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { awaitNetworkIdle } from '@seine/activities/browser/page/network-idle.ts'
import type { Recording } from '@seine/activities/browser/recorder/messages/model.ts'
import { blockableResources, blockedByDefault, type BlockableResource } from '@seine/shared/tasks/browser-page.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'
import { visit } from './page-lab.ts'
import { openLab, type RecorderLab } from './recorder-lab.ts'

const page = html(`<!doctype html><link rel=stylesheet href=/style><link rel=stylesheet href=/style.css>
  <style>@font-face { font-family: F; src: url(/font) } p { font-family: F }</style><p>text</p>
  <img src=/image.png><img src=/image.png?2><img src=/picture><video src=/movie preload=auto></video>
  <script src=/script.js></script>
  <script>
    navigator.sendBeacon('/beacon', '1'); fetch('/fetch'); fetch('/chart.svg'); new EventSource('/events')
    const request = new XMLHttpRequest(); request.open('GET', '/xhr'); request.send()
    const socket = new WebSocket('ws://' + location.host + '/socket')
    window.socket = 'open'
    socket.onerror = () => { window.socket = 'failed' }
  </script><iframe src=/frame></iframe>`)

describe('blocked resources', () => {
  let lab: RecorderLab
  let site: Fixture
  let sockets = 0
  before(async () => {
    lab = await openLab()
    site = await startFixture(
      { '/': page, '/frame': html('<img src=/in-frame.png><img src=/in-frame>'), '/photo.png': html('<p>a page') },
      { onSocket: () => sockets++ },
    )
  })
  after(async () => {
    await lab.close()
    await site.close()
  })

  const pathsSeen = (): string[] => site.seen.map(({ path }) => path).toSorted()

  async function load(
    path: string,
    block: BlockableResource[],
    headers = {},
  ): Promise<{ socket: unknown; recording: Recording }> {
    site.seen.length = 0
    sockets = 0
    return await visit(lab, site.origin + path, { block, headers }, async ({ page: tab, recorder, clock }) => {
      await awaitNetworkIdle(recorder.traffic, clock)
      const socket = await tab.evaluate('window.socket')
      return { socket, recording: await recorder.finish() }
    })
  }

  it('refuses what the short form stands for and keeps documents, styles, scripts and calls', async () => {
    await load('/', [...blockedByDefault])
    assert.deepEqual(pathsSeen(), [
      '/',
      '/chart.svg',
      '/events',
      '/fetch',
      '/frame',
      '/script.js',
      '/style',
      '/style.css',
      '/xhr',
    ])
    assert.equal(sockets, 1)
  })

  it('gives every refused request a reason', async () => {
    const { recording } = await load('/', [...blockedByDefault])
    const refused = recording.requests.filter(({ failure }) => failure?.blockedReason === 'inspector')
    const paths = refused.map(({ hops }) => URL.parse(hops[0]?.url ?? '')?.pathname)
    for (const path of ['/image.png', '/picture', '/movie', '/font', '/beacon', '/in-frame.png', '/in-frame']) {
      assert.ok(paths.includes(path), `${path} in ${paths.join(' ')}`)
    }
  })

  it('refuses everything that can be named without stalling the page', async () => {
    const { socket } = await load('/', [...blockableResources])
    assert.deepEqual(pathsSeen(), ['/', '/chart.svg', '/events', '/fetch', '/frame', '/xhr'])
    assert.equal(sockets, 0)
    assert.equal(socket, 'failed')
  })

  it('never refuses a document', async () => {
    await load('/photo.png', ['image'])
    assert.deepEqual(pathsSeen(), ['/photo.png'])
  })

  it('goes together with headers of the caller', async () => {
    await load('/', ['image'], { 'X-Caller': 'yes' })
    assert.ok(!pathsSeen().includes('/picture'))
    assert.ok(site.seen.every(({ headers }) => headers['x-caller'] === 'yes'))
  })
})
