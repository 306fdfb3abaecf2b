/**
 * Makes a bundle of workflows smaller in memory, where the main thread and the thread of workflows hold it as one string.
 */

interface SourceMap {
  sourcesContent?: unknown
}

const marker = '//# sourceMappingURL=data:application/json;charset=utf-8;base64,'

/**
 * Returns the same program with a source map that names files, lines and functions, but does not repeat the sources,
 * and without characters beyond ASCII: a single one doubles the memory of the whole text.
 * @param code a script that ends with its source map.
 * @throws Error when there is no source map, which workers need for the stacks of workflows.
 */
export function slimBundle(code: string): string {
  const end = code.lastIndexOf(marker)
  if (end < 0) throw new Error('the bundle of workflows has no source map')
  const { sourcesContent: _sources, ...map } = JSON.parse(
    Buffer.from(code.slice(end + marker.length), 'base64').toString(),
  ) as SourceMap
  return `${escaped(code.slice(0, end))}${marker}${Buffer.from(JSON.stringify(map)).toString('base64')}\n`
}

/** Escapes work alike in strings, templates, regular expressions, names and comments. */
const escaped = (script: string): string =>
  script.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
