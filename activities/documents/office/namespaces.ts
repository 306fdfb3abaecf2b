/** Namespaces of office documents and the canonical prefix for each. */

const openXml = 'http://schemas.openxmlformats.org/'
const strictOpenXml = 'http://purl.oclc.org/ooxml/'
const openDocument = 'urn:oasis:names:tc:opendocument:xmlns:'

/** ECMA-376: the transitional and the strict form have different namespaces for the same elements. */
const openXmlNames: Record<string, { transitional: string; strict: string }> = {
  w: { transitional: 'wordprocessingml/2006/main', strict: 'wordprocessingml/main' },
  x: { transitional: 'spreadsheetml/2006/main', strict: 'spreadsheetml/main' },
  p: { transitional: 'presentationml/2006/main', strict: 'presentationml/main' },
  a: { transitional: 'drawingml/2006/main', strict: 'drawingml/main' },
  wp: { transitional: 'drawingml/2006/wordprocessingDrawing', strict: 'drawingml/wordprocessingDrawing' },
  dgm: { transitional: 'drawingml/2006/diagram', strict: 'drawingml/diagram' },
  m: { transitional: 'officeDocument/2006/math', strict: 'officeDocument/math' },
  r: { transitional: 'officeDocument/2006/relationships', strict: 'officeDocument/relationships' },
}

const otherNames: Record<string, string> = {
  rel: `${openXml}package/2006/relationships`,
  ct: `${openXml}package/2006/content-types`,
  cp: `${openXml}package/2006/metadata/core-properties`,
  mc: `${openXml}markup-compatibility/2006`,
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
  xlink: 'http://www.w3.org/1999/xlink',
  fo: `${openDocument}xsl-fo-compatible:1.0`,
  opf: 'http://www.idpf.org/2007/opf',
  ocf: 'urn:oasis:names:tc:opendocument:xmlns:container',
  h: 'http://www.w3.org/1999/xhtml',
  epub: 'http://www.idpf.org/2007/ops',
  ncx: 'http://www.daisy.org/z3986/2005/ncx/',
  math: 'http://www.w3.org/1998/Math/MathML',
  svg: 'http://www.w3.org/2000/svg',
}

/** OASIS OpenDocument 1.3, part 3. */
const openDocumentNames = ['office', 'text', 'table', 'draw', 'style', 'presentation', 'meta', 'number', 'manifest']

/** Canonical prefix by namespace name. */
export const canonicalPrefixes: ReadonlyMap<string, string> = new Map([
  ...Object.entries(openXmlNames).flatMap(([prefix, { transitional, strict }]): [string, string][] => [
    [openXml + transitional, prefix],
    [strictOpenXml + strict, prefix],
  ]),
  ...Object.entries(otherNames).map(([prefix, name]): [string, string] => [name, prefix]),
  ...openDocumentNames.map((prefix): [string, string] => [`${openDocument}${prefix}:1.0`, prefix]),
])
