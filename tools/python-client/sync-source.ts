/** The client without `async`, made from the one with it: both have the same methods and the same behaviour. */
import { generatedNotice } from './python-text.ts'

/** What is replaced, in this order. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/\basync (def|for|with) /g, '$1 '],
  [/\bawait /g, ''],
  [/\basyncio\.sleep\b/g, 'time.sleep'],
  // One of the two imports of `time` that a file would have.
  [/^import asyncio\n(?=(?:import .*\n)*import time$)/gm, ''],
  [/^import asyncio$/gm, 'import time'],
  [/\bAsyncGenerator\[(.+), None\]/g, 'Generator[$1, None, None]'],
  [/\bAsyncGenerator\b/g, 'Generator'],
  [/\basynccontextmanager\b/g, 'contextmanager'],
  [/\bStopAsyncIteration\b/g, 'StopIteration'],
  [/\b_async\b/g, '_sync'],
  [/\baiter_(\w+)/g, 'iter_$1'],
  [/\baclose\b/g, 'close'],
  [/__a(enter|exit|iter|next)__/g, '__$1__'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\basynchronous\b/g, 'synchronous'],
]

/** Returns the synchronous form of a file of `_async`. */
export function syncSource(source: string): string {
  const text = replacements.reduce((changed, [from, to]) => changed.replace(from, to), source)
  const notice = '# Made from the file of the same name in _async by tools/python-client/main.ts: do not edit.\n'
  return notice + (text.startsWith(generatedNotice) ? text.slice(generatedNotice.length + 1) : text)
}
