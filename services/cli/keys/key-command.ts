/** `./dev key`: creates an API key and a webhook secret, and shows them once. */
import type { KeyRequest } from './key-arguments.ts'
import { makeKey, madeUpId } from './key-entry.ts'
import { addKeyEntry } from './key-file-entry.ts'

/**
 * Creates a key. Only its entry is stored, in the requested file.
 * @returns the exit code.
 * @throws the errors of `addKeyEntry`; nothing is printed then.
 */
export function keyCommand({ id, tenant, file, operator }: KeyRequest, print: (text: string) => void): number {
  const { key, webhookSecret, entry } = makeKey({ id: id ?? madeUpId(), tenant, operator })
  if (file !== null) addKeyEntry(file, entry)
  print(`API key         ${key}\nwebhook secret  ${webhookSecret}\n\nThe key is shown only this once. `)
  print(
    file === null
      ? `Add its entry to the list in the file of SEINE_API_KEYS_FILE:\n\n${JSON.stringify(entry, null, 2)}\n`
      : `Its entry \`${entry.id}\` of tenant \`${tenant}\` is in ${file};\na gateway that uses this file accepts the key within a second.\n`,
  )
  return 0
}
