/** Hostile pages by their characters: huge attributes and texts, what never ends, data gone wrong. */
import { closing, mark, megabytes, page, times, type HostileInput } from './input.ts'

const attributes: HostileInput[] = [
  page('50,000 attributes on one element', () => `<p ${times(50_000, (i) => `a${i}=1 `)}>${mark}`),
  page(
    '64 attributes on each of 20,000 elements',
    () => `${`<i ${times(64, (i) => `a${i} `)}>x</i>`.repeat(20_000)}${mark}`,
  ),
  page('an attribute of 8 MB', () => `${closing}<p title="${megabytes(8, 'a "b'.replace('"', "'"))}">x`),
  page('a class list of 8 MB', () => `${closing}<p class="${megabytes(8, 'nav menu x1 ')}">${mark}`),
  page(
    'class lists of 10 KB on 500 elements',
    () => `${`<div class="${'nav- x '.repeat(1_500)}">x</div>`.repeat(500)}${closing}`,
  ),
  page('a style of 8 MB', () => `<p style="${megabytes(8, 'display : ')}">${mark}`),
  page('a style of 8 MB of spaces', () => `<p style="display${megabytes(8, ' ')}">${mark}`),
  page('a srcset of 8 MB', () => `${closing}<img srcset="${megabytes(8, '/a.png 1x, ')}">`),
  page('a srcset of 8 MB of commas', () => `${closing}<img srcset="${megabytes(8, ', ')}">`),
  page(
    '5,000 images with 200 candidates each',
    () => `${closing}${`<img srcset="${times(200, (i) => `/${i}.png ${i}w, `)}">`.repeat(2_000)}`,
  ),
  page('an address of 8 MB', () => `${closing}<a href="${megabytes(8, 'a/../')}">x</a>`),
  page(
    'a base of 1 MB and 20,000 links',
    () => `<base href="/${megabytes(1, 'a')}">${times(20_000, (i) => `<a href=${i}>x</a>`)}${closing}`,
  ),
  page('a data address of 8 MB', () => `${closing}<img src="data:image/png;base64,${megabytes(8, 'AAAA')}">`),
  page('a meta content of 8 MB', () => `<meta name=description content="${megabytes(8, 'a  ')}">${closing}`),
  page('a robots content of 8 MB', () => `<meta name=robots content="${megabytes(8, 'x, ')}">${closing}`),
  page('a refresh of 8 MB', () => `<meta http-equiv=refresh content="0;${megabytes(8, ' ')}url=/x">${closing}`),
]

const text: HostileInput[] = [
  page('10 MB of <', () => `${closing}${megabytes(10, '<')}`),
  page('10 MB of </', () => `${closing}${megabytes(10, '</')}`),
  page('10 MB of <!', () => `${closing}${megabytes(10, '<!')}`),
  page('10 MB of <!--', () => `${closing}${megabytes(10, '<!--')}`),
  page('10 MB of &', () => `${closing}${megabytes(10, '&')}`),
  page('10 MB of &#', () => `${closing}${megabytes(10, '&#')}`),
  page(
    '10 MB of &CounterClockwiseContourIntegra',
    () => `${closing}${megabytes(10, '&CounterClockwiseContourIntegra')}`,
  ),
  page('10 MB of references to nothing', () => `${closing}${megabytes(10, '&#0;&#xFFFFFFFF;&#xD800;')}`),
  page('10 MB of quotes', () => `${closing}${megabytes(10, '"\'')}`),
  page('10 MB of unfinished attributes', () => `${closing}${megabytes(10, '<a b="')}`),
  page('10 MB of NUL', () => `${closing}${megabytes(10, '\0')}`),
  page('10 MB of spaces', () => `${closing}<p>${megabytes(10, ' ')}`),
  page('10 MB of line ends', () => `${closing}<pre>${megabytes(10, '\r\n\r')}`),
  page('10 MB of no-break spaces', () => `${closing}<p>${megabytes(5, '\u00a0')}`),
  page('10 MB of one word', () => `${closing}<p>${megabytes(10, 'a')}`),
  page('10 MB of asterisks', () => `${closing}<p>${megabytes(10, '*')}`),
  page('10 MB of asterisks and spaces', () => `${closing}<p>${megabytes(10, '* _ ')}`),
  page('10 MB of backquotes', () => `${closing}<p>${megabytes(5, '`')}<code>${megabytes(5, '`a')}</code>`),
  page('10 MB of brackets', () => `${closing}<p>${megabytes(10, '[](')}`),
  page('10 MB of list markers', () => `${closing}<p>${megabytes(10, '\n1. ')}`),
  page('10 MB of pipes in a cell', () => `${closing}<table><tr><td>a<td>${megabytes(10, '|')}</table>`),
  page('10 MB of lone surrogates', () => `${closing}<p>${megabytes(2, '&#xd83d;')}${megabytes(8, '&#x1f600;')}`),
  page('10 MB of digits and dots', () => `${closing}<p>${megabytes(10, '1.2.')}`),
  page('10 MB of dates', () => `${closing}<p>${megabytes(10, 'Jan 1, 2020 ')}`),
  page('10 MB of "by"', () => `${closing}<p>${megabytes(10, 'By ')}`),
  page('10 MB of slashes in a tag', () => `${closing}<p ${megabytes(10, '/')}>x`),
  page('a tag name of 10 MB', () => `${closing}<${megabytes(9, 'a')}>x`),
  page('200,000 different tag names', () => `${closing}${times(200_000, (i) => `<x${i}></x${i}>`)}`),
  page('CDATA without end, 300,000 times', () => `${closing}<svg>${'<![CDATA['.repeat(300_000)}`),
]

const unfinished: HostileInput[] = [
  ...[
    'script',
    'style',
    'title',
    'textarea',
    'iframe',
    'noembed',
    'xmp',
    'noframes',
    'plaintext',
    'svg',
    'math',
    'noscript',
    'template',
    'select',
    'object',
  ].map((name) => page(`an unfinished ${name} of 5 MB`, () => `${closing}<${name}>${megabytes(5, '</scrip <p>x ')}`)),
  page('an unfinished comment of 5 MB', () => `${closing}<!--${megabytes(5, '<p>x -- ')}`),
  page('an unfinished document type of 5 MB', () => `<!doctype ${megabytes(5, 'x "')}>${closing}`, null),
  page('a document type full of quotes', () => `<!doctype html public "${megabytes(1, "' ")}>${closing}`),
  page('100,000 scripts inside comments inside scripts', () => `${closing}${'<script><!--<script>'.repeat(100_000)}`),
  page('100,000 raw text elements', () => `${'<xmp></xmp><iframe></iframe>'.repeat(100_000)}${closing}`),
  page('10 MB of half an end tag in raw text', () => `${closing}<textarea>${megabytes(10, '</textare')}`),
]

const structured = (name: string, json: () => string): HostileInput =>
  page(name, () => `<script type="application/ld+json">${json()}</script><h1>Title</h1>${closing}`)

const data: HostileInput[] = [
  structured('JSON-LD nested 100,000 deep', () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  structured('JSON-LD objects nested 50,000 deep', () => `${'{"@graph":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
  structured('JSON-LD of 5 MB', () => `[${times(100_000, (i) => `{"@type":"Person","name":"N${i}"},`)}{}]`),
  structured('JSON-LD of 5 MB that is broken', () => megabytes(5, '{"@type":"Article","author":["a",,')),
  structured('JSON-LD of 5 MB of quotes', () => megabytes(5, '"\\')),
  structured('JSON-LD of 5 MB of comments', () => megabytes(5, '/* <!-- // ')),
  structured('JSON-LD of 5 MB of braces', () => megabytes(5, '{}')),
  structured('JSON-LD with 200,000 keys', () => `{${times(200_000, (i) => `"k${i}":1,`)}"@type":"Article"}`),
  structured(
    'JSON-LD that names __proto__',
    () => '{"@type":"Article","__proto__":{"author":"x"},"constructor":{"prototype":1}}',
  ),
  page(
    '20,000 JSON-LD blocks',
    () =>
      `${'<script type="application/ld+json">{"@type":"Article","author":{"name":"A"}}</script>'.repeat(20_000)}${closing}`,
  ),
]

/** All of them. */
export const textInputs: readonly HostileInput[] = [...attributes, ...text, ...unfinished, ...data]
