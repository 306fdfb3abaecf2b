/** R4: every channel through which a page can make a browser connect past its proxy, in both engines. */
import { holds, allOf, reported, type Mark } from '../../bench/labs/lab.ts'
import { channels } from '../../browser/containment-channels.ts'
import { executableOf, startBrowser } from '../../browser/containment-lab.ts'
import { allowing, startChannelSite, tryChannel } from '../../browser/containment-try.ts'
import { sampleOf } from '../sample-of.ts'
import { NotRunError, type Row, type RowContext } from '../row.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'

const engines = ['headless_shell', 'chrome'] as const
const shortChannels = 6

async function tryEngine(engine: (typeof engines)[number], { short, atEnd, signal }: RowContext): Promise<Mark[]> {
  const executable = await executableOf(engine)
  if (executable === null) throw new NotRunError(`${engine} is not installed`)
  const site = await startChannelSite()
  atEnd(async () => await site.close())
  const lab = await startBrowser(engine, executable)
  atEnd(async () => await lab.close())
  const proxy = await allowing(site.port)
  atEnd(async () => await proxy.close())
  const lease = await lab.open(proxy.url)
  const page = await lease.context.newPage()
  const chosen = short ? sampleOf(channels, shortChannels) : channels
  const leaks: Mark[] = []
  for (const channel of chosen) {
    signal.throwIfAborted()
    await tryChannel(channel, page, proxy, site.port).catch((error: unknown) => {
      const why = errorMessage(error).split('\n')[0] ?? ''
      leaks.push(holds(`${engine}, ${channel.name}`, why, 'contained', false))
    })
  }
  await lease.release()
  return [allOf(`channels contained, ${engine}`, chosen.length - leaks.length, chosen.length), ...leaks]
}

export const browserChannelsRow: Row = {
  id: 'R4',
  name: 'Browser channels',
  method:
    'Every known channel from a page to the network (elements, fetches, workers, sockets, navigations, popups, preconnects, WebRTC, WebTransport, spellings of loopback), one after the other in both engines, each against its own TCP or UDP listener.',
  counted: 'Connections and datagrams that reach a listener; attempts that the proxy did not see.',
  passMark: '0 TCP, 0 UDP',
  async run(context) {
    const used = context.short ? engines.slice(0, 1) : engines
    const marks: Mark[] = []
    for (const engine of used) marks.push(...(await tryEngine(engine, context)))
    return [reported('engines', used.join(', ')), ...marks]
  },
}
