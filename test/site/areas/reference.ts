/**
 * /reference/: a flat index of calls with cross links, clients whose names contain dots, and versions whose last path
 * segment looks like a file name but is a page.
 */
import { linkList, pageRoute, prosePage } from '../compose.ts'
import { code, heading, link, list, paragraph, table } from '../page.ts'
import type { Link, Page } from '../page.ts'
import { chooser, prose } from '../prose.ts'
import type { Area } from '../route.ts'

const things = 'gauge sluice lock ferry bell mooring tide forecast alarm station'.split(' ')
const verbs = 'list read watch open close log check export'.split(' ')

/** Clients: name in the path, language of the example, example. */
const clients: [name: string, language: string, example: string][] = [
  ['node.js', 'js', "const level = await gauge.read('upper-lock')\nconsole.log(level.metres)"],
  ['asp.net', 'csharp', 'var level = await gauges.ReadAsync("upper-lock");'],
  ['d3.js', 'js', "d3.select('#wend').datum(levels).attr('d', line)"],
  ['libwend.so.2', 'c', 'double metres = wend_read("upper-lock");'],
  ['wend.py', 'python', "level = wend.read('upper-lock')\nprint(level.metres)"],
]

const versions = ['1.0', '2.0', '2.1', '3.0']

const home = link('/', 'Home')
const index = link('/reference/', 'Gauge reference')
const trail = [home, index]

const calls = things.flatMap((thing) => verbs.map((verb) => ({ thing, verb, name: `${thing}.${verb}` })))
const callLink = ({ name }: { name: string }): Link => link(`/reference/${name}`, name)
const clientLinks = clients.map(([name]) => link(`/reference/${name}`, name))
const versionLinks = versions.map((version) => link(`/reference/v/${version}`, `Version ${version}`))

function callPage(call: (typeof calls)[number]): Page {
  const { name, thing, verb } = call
  const choose = chooser(name)
  const siblings = calls.filter((other) => other.thing === thing && other !== call)
  const cousins = calls.filter((other) => other.verb === verb && other !== call)
  const request = `GET /api/${thing}s/upper-lock/${verb}?hours=${1 + choose.integer(48)} HTTP/1.1\nAccept: application/json`
  const response = JSON.stringify(
    { station: 'upper-lock', metres: choose.integer(400) / 100, at: '1911-08-04T06:00:00Z' },
    null,
    2,
  )
  const [lead = '', more = ''] = prose(name, name, 2, 'technical')
  return {
    title: name,
    description: `${name}: ${lead.split('. ')[0]}.`,
    trail,
    blocks: [
      paragraph(lead),
      heading('Request'),
      code('http', request),
      table(
        ['Parameter', 'Type', 'Default'],
        [
          [{ code: 'station' }, 'text', 'none'],
          [{ code: 'hours' }, 'integer, 1 to 744', String(1 + choose.integer(24))],
          [{ code: 'unit' }, { code: 'm | ft' }, { code: 'm' }],
        ],
      ),
      heading('Response'),
      code('json', response),
      paragraph(more),
      heading('See also'),
      list([
        callLink(choose.pick(siblings)),
        ' does the next step; ',
        callLink(choose.pick(cousins)),
        ' is its relative.',
      ]),
    ],
  }
}

const indexPage: Page = {
  title: 'Gauge reference',
  description: 'Every call of the Hallowford gauge service, its clients and versions.',
  trail: [home],
  blocks: [
    ...prose('/reference/', 'the gauge service', 2, 'technical').map((text) => paragraph(text)),
    heading('Calls'),
    table(
      ['For', ...verbs],
      things.map((thing) => [{ strong: thing }, ...calls.filter((call) => call.thing === thing).map(callLink)]),
    ),
    ...linkList('Clients', clientLinks),
    ...linkList('Versions', versionLinks),
  ],
}

const clientRoutes = clients.map(([name, language, example]) =>
  pageRoute(
    `/reference/${name}`,
    prosePage(`/reference/${name}`, `Client: ${name}`, `the ${name} client`, {
      trail,
      blocks: [heading('Example'), code(language, example)],
      related: [callLink({ name: 'gauge.read' }), callLink({ name: 'tide.watch' })],
    }),
    { sitemap: 'pages' },
  ),
)

const versionRoutes = versions.flatMap((version) => {
  const path = `/reference/v/${version}`
  const changes = link(`${path}/changes`, `Changes in ${version}`)
  const page = prosePage(path, `Version ${version}`, `version ${version}`, {
    trail,
    blocks: linkList('More', [changes]),
  })
  const changesPage = prosePage(changes.href, changes.text, `the step to version ${version}`, {
    trail: [...trail, link(path, `Version ${version}`)],
  })
  return [pageRoute(path, page, { sitemap: 'pages' }), pageRoute(changes.href, changesPage)]
})

export const referenceArea: Area = {
  routes: [
    pageRoute('/reference/', indexPage, { sitemap: 'pages' }),
    ...calls.map((call) => pageRoute(`/reference/${call.name}`, callPage(call), { sitemap: 'pages' })),
    ...clientRoutes,
    ...versionRoutes,
  ],
}
