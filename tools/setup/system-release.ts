/** Identifies the operating system, from the file os-release(5). */
import { readFileSync } from 'node:fs'

/** Reads lines `NAME=value` of os-release(5), quoted or not. */
export function parseOsRelease(text: string): Record<string, string> {
  const lines = text.matchAll(/^([A-Z_\d]+)=(?:"(.*)"|'(.*)'|(.*))$/gm)
  return Object.fromEntries([...lines].map(([, name, double, single, bare]) => [name!, double ?? single ?? bare ?? '']))
}

/** Returns the `ID` of this system, such as `debian`; empty without such a file. */
export function systemId(file = '/etc/os-release'): string {
  try {
    return parseOsRelease(readFileSync(file, 'utf8'))['ID'] ?? ''
  } catch {
    return ''
  }
}
