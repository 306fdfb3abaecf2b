/**
 * Hostile pages that attack through their characters: huge attributes and texts, unterminated constructs, corrupt data.
 */
import { closing, mark, megabytes, page, times, type HostileInput } from './input.ts'

const attributes: HostileInput[] = [
  page('50,000 attributes on one element', (share) => `<p ${times(share * 50_000, (i) => `a${i}=1 `)}>${mark}`),
  page(
    '64 attributes on each of 20,000 elements',
    (share) => `${`<i ${times(64, (i) => `a${i} `)}>x</i>`.repeat(share * 20_000)}${mark}`,
  ),
  page('an attribute of 8 MB', (share) => `${closing}<p title="${megabytes(share * 8, 'a "b'.replace('"', "'"))}">x`),
  page('a class list of 8 MB', (share) => `${closing}<p class="${megabytes(share * 8, 'nav menu x1 ')}">${mark}`),
  page(
    'class lists of 10 KB on 500 elements',
    (share) => `${`<div class="${'nav- x '.repeat(share * 1_500)}">x</div>`.repeat(500)}${closing}`,
  ),
  page('a style of 8 MB', (share) => `<p style="${megabytes(share * 8, 'display : ')}">${mark}`),
  page('a style of 8 MB of spaces', (share) => `<p style="display${megabytes(share * 8, ' ')}">${mark}`),
  page('a srcset of 8 MB', (share) => `${closing}<img srcset="${megabytes(share * 8, '/a.png 1x, ')}">`),
  page('a srcset of 8 MB of commas', (share) => `${closing}<img srcset="${megabytes(share * 8, ', ')}">`),
  page(
    '5,000 images with 200 candidates each',
    (share) => `${closing}${`<img srcset="${times(200, (i) => `/${i}.png ${i}w, `)}">`.repeat(share * 2_000)}`,
  ),
  page('an address of 8 MB', (share) => `${closing}<a href="${megabytes(share * 8, 'a/../')}">x</a>`),
  page(
    'a base of 1 MB and 20,000 links',
    (share) =>
      `<base href="/${megabytes(share * 1, 'a')}">${times(share * 20_000, (i) => `<a href=${i}>x</a>`)}${closing}`,
  ),
  page(
    'a data address of 8 MB',
    (share) => `${closing}<img src="data:image/png;base64,${megabytes(share * 8, 'AAAA')}">`,
  ),
  page(
    'a meta content of 8 MB',
    (share) => `<meta name=description content="${megabytes(share * 8, 'a  ')}">${closing}`,
  ),
  page('a robots content of 8 MB', (share) => `<meta name=robots content="${megabytes(share * 8, 'x, ')}">${closing}`),
  page(
    'a refresh of 8 MB',
    (share) => `<meta http-equiv=refresh content="0;${megabytes(share * 8, ' ')}url=/x">${closing}`,
  ),
]

const text: HostileInput[] = [
  page('10 MB of <', (share) => `${closing}${megabytes(share * 10, '<')}`),
  page('10 MB of </', (share) => `${closing}${megabytes(share * 10, '</')}`),
  page('10 MB of <!', (share) => `${closing}${megabytes(share * 10, '<!')}`),
  page('10 MB of <!--', (share) => `${closing}${megabytes(share * 10, '<!--')}`),
  page('10 MB of &', (share) => `${closing}${megabytes(share * 10, '&')}`),
  page('10 MB of &#', (share) => `${closing}${megabytes(share * 10, '&#')}`),
  page(
    '10 MB of &CounterClockwiseContourIntegra',
    (share) => `${closing}${megabytes(share * 10, '&CounterClockwiseContourIntegra')}`,
  ),
  page('10 MB of references to nothing', (share) => `${closing}${megabytes(share * 10, '&#0;&#xFFFFFFFF;&#xD800;')}`),
  page('10 MB of quotes', (share) => `${closing}${megabytes(share * 10, '"\'')}`),
  page('10 MB of unfinished attributes', (share) => `${closing}${megabytes(share * 10, '<a b="')}`),
  page('10 MB of NUL', (share) => `${closing}${megabytes(share * 10, '\0')}`),
  page('10 MB of spaces', (share) => `${closing}<p>${megabytes(share * 10, ' ')}`),
  page('10 MB of line ends', (share) => `${closing}<pre>${megabytes(share * 10, '\r\n\r')}`),
  page('10 MB of no-break spaces', (share) => `${closing}<p>${megabytes(share * 5, '\u00a0')}`),
  page('10 MB of one word', (share) => `${closing}<p>${megabytes(share * 10, 'a')}`),
  page('10 MB of asterisks', (share) => `${closing}<p>${megabytes(share * 10, '*')}`),
  page('10 MB of asterisks and spaces', (share) => `${closing}<p>${megabytes(share * 10, '* _ ')}`),
  page(
    '10 MB of backquotes',
    (share) => `${closing}<p>${megabytes(share * 5, '`')}<code>${megabytes(share * 5, '`a')}</code>`,
  ),
  page('10 MB of brackets', (share) => `${closing}<p>${megabytes(share * 10, '[](')}`),
  page('10 MB of list markers', (share) => `${closing}<p>${megabytes(share * 10, '\n1. ')}`),
  page('10 MB of pipes in a cell', (share) => `${closing}<table><tr><td>a<td>${megabytes(share * 10, '|')}</table>`),
  page(
    '10 MB of lone surrogates',
    (share) => `${closing}<p>${megabytes(share * 2, '&#xd83d;')}${megabytes(share * 8, '&#x1f600;')}`,
  ),
  page('10 MB of digits and dots', (share) => `${closing}<p>${megabytes(share * 10, '1.2.')}`),
  page('10 MB of dates', (share) => `${closing}<p>${megabytes(share * 10, 'Jan 1, 2020 ')}`),
  page('10 MB of "by"', (share) => `${closing}<p>${megabytes(share * 10, 'By ')}`),
  page('10 MB of slashes in a tag', (share) => `${closing}<p ${megabytes(share * 10, '/')}>x`),
  page('a tag name of 10 MB', (share) => `${closing}<${megabytes(share * 9, 'a')}>x`),
  page('200,000 different tag names', (share) => `${closing}${times(share * 200_000, (i) => `<x${i}></x${i}>`)}`),
  page('CDATA without end, 300,000 times', (share) => `${closing}<svg>${'<![CDATA['.repeat(share * 300_000)}`),
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
  ].map((name) =>
    page(`an unfinished ${name} of 5 MB`, (share) => `${closing}<${name}>${megabytes(share * 5, '</scrip <p>x ')}`),
  ),
  page('an unfinished comment of 5 MB', (share) => `${closing}<!--${megabytes(share * 5, '<p>x -- ')}`),
  page('an unfinished document type of 5 MB', (share) => `<!doctype ${megabytes(share * 5, 'x "')}>${closing}`, null),
  page('a document type full of quotes', (share) => `<!doctype html public "${megabytes(share * 1, "' ")}>${closing}`),
  page(
    '100,000 scripts inside comments inside scripts',
    (share) => `${closing}${'<script><!--<script>'.repeat(share * 100_000)}`,
  ),
  page('100,000 raw text elements', (share) => `${'<xmp></xmp><iframe></iframe>'.repeat(share * 100_000)}${closing}`),
  page('10 MB of half an end tag in raw text', (share) => `${closing}<textarea>${megabytes(share * 10, '</textare')}`),
]

const structured = (name: string, json: (share: number) => string): HostileInput =>
  page(name, (share) => `<script type="application/ld+json">${json(share)}</script><h1>Title</h1>${closing}`)

const data: HostileInput[] = [
  structured('JSON-LD nested 100,000 deep', (share) => `${'['.repeat(share * 100_000)}${']'.repeat(share * 100_000)}`),
  structured(
    'JSON-LD objects nested 50,000 deep',
    (share) => `${'{"@graph":'.repeat(share * 50_000)}1${'}'.repeat(share * 50_000)}`,
  ),
  structured(
    'JSON-LD of 5 MB',
    (share) => `[${times(share * 100_000, (i) => `{"@type":"Person","name":"N${i}"},`)}{}]`,
  ),
  structured('JSON-LD of 5 MB that is broken', (share) => megabytes(share * 5, '{"@type":"Article","author":["a",,')),
  structured('JSON-LD of 5 MB of quotes', (share) => megabytes(share * 5, '"\\')),
  structured('JSON-LD of 5 MB of comments', (share) => megabytes(share * 5, '/* <!-- // ')),
  structured('JSON-LD of 5 MB of braces', (share) => megabytes(share * 5, '{}')),
  structured(
    'JSON-LD with 200,000 keys',
    (share) => `{${times(share * 200_000, (i) => `"k${i}":1,`)}"@type":"Article"}`,
  ),
  structured(
    'JSON-LD that names __proto__',
    () => '{"@type":"Article","__proto__":{"author":"x"},"constructor":{"prototype":1}}',
  ),
  page(
    '20,000 JSON-LD blocks',
    (share) =>
      `${'<script type="application/ld+json">{"@type":"Article","author":{"name":"A"}}</script>'.repeat(share * 20_000)}${closing}`,
  ),
]

/** All hostile text inputs. */
export const textInputs: readonly HostileInput[] = [...attributes, ...text, ...unfinished, ...data]
