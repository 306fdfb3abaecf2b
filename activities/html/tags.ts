/** HTML element names known to the extractor: one string object each, and the groups they belong to. */

const blockNames = [
  'address', 'article', 'aside', 'blockquote', 'body', 'caption', 'center', 'dd', 'details', 'dialog', 'dir', 'div',
  'dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header',
  'hgroup', 'hr', 'html', 'legend', 'li', 'main', 'menu', 'nav', 'ol', 'optgroup', 'option', 'p', 'pre', 'search',
  'section', 'summary', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul', 'xmp', 'listing', 'plaintext',
  'frameset', 'noframes', 'noscript', 'video', 'audio',
] as const // prettier-ignore

const otherNames = [
  'a',
  'abbr',
  'area',
  'b',
  'base',
  'big',
  'br',
  'button',
  'canvas',
  'cite',
  'code',
  'col',
  'colgroup',
  'data',
  'del',
  'dfn',
  'em',
  'embed',
  'font',
  'frame',
  'head',
  'i',
  'iframe',
  'img',
  'input',
  'ins',
  'kbd',
  'label',
  'link',
  'map',
  'mark',
  'math',
  'meta',
  'nobr',
  'object',
  'output',
  'param',
  'picture',
  'progress',
  'q',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'script',
  'select',
  'slot',
  'small',
  'source',
  'span',
  'strike',
  'strong',
  'style',
  'sub',
  'sup',
  'svg',
  'template',
  'textarea',
  'time',
  'title',
  'track',
  'tt',
  'u',
  'var',
  'wbr',
] as const

/** Elements that begin and end a block of text. */
export const blockElements: ReadonlySet<string> = new Set(blockNames)

/** Elements that never have content or an end tag. */
export const voidElements: ReadonlySet<string> = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
])

/** Elements whose content is not shown as text. */
export const invisibleElements: ReadonlySet<string> = new Set([
  'head',
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'canvas',
  'select',
  'option',
  'optgroup',
  'datalist',
  'textarea',
  'input',
  'object',
  'embed',
  'iframe',
  'frame',
  'frameset',
  'noframes',
  'map',
  'audio',
  'video',
  'meter',
  'progress',
  'link',
  'meta',
  'title',
  'base',
  'rp',
  'dialog',
])

/** SVG shapes, which contain neither text nor links; dropped before the tree is built. */
export const shapeElements: ReadonlySet<string> = new Set([
  'path',
  'g',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'defs',
  'use',
  'symbol',
  'lineargradient',
  'radialgradient',
  'stop',
  'clippath',
  'mask',
  'filter',
  'pattern',
  'marker',
  'animate',
  'animatetransform',
])

const known = new Map<string, string>(
  [...blockNames, ...otherNames, ...voidElements, ...invisibleElements, ...shapeElements].map((name) => [name, name]),
)

/**
 * Returns the same string object for every occurrence of a known element name, so that comparisons are fast.
 * @param name as written in the page.
 */
export function elementName(name: string): string {
  return known.get(name) ?? lowerCaseName(name)
}

function lowerCaseName(name: string): string {
  const lower = name.toLowerCase()
  return known.get(lower) ?? lower
}
