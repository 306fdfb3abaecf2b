/** Paths of the repository that a guide names. */

const topFolders = 'activities|clients|docker|docs|k8s|services|shared|test|tools|workflows'

const inCode = /`([^`\n]+)`/g
const path = new RegExp(`^(?:\\./)?((?:${topFolders})/[\\w./{},*-]*)$`)

/**
 * Paths in code spans of Markdown, below the top folders; `a/{b,c}/` names two.
 * @returns without patterns that have a `*`; without a slash at the end.
 */
export function namedPaths(markdown: string): string[] {
  const spans = [...markdown.matchAll(inCode)].map((match) => match[1]!)
  const named = spans.flatMap((span) => path.exec(span)?.[1] ?? [])
  return [...new Set(named.flatMap(expandBraces))]
    .filter((name) => !name.includes('*'))
    .map((name) => name.replace(/\/$/, ''))
}

/** `a/{b,c}` → `a/b`, `a/c`. */
function expandBraces(text: string): string[] {
  const match = /^(.*?)\{([^{}]*)\}(.*)$/.exec(text)
  if (match === null) return [text]
  const [, before = '', choices = '', after = ''] = match
  return choices.split(',').flatMap((choice) => expandBraces(`${before}${choice}${after}`))
}
