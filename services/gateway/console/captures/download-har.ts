/** Downloads the current capture as a HAR file. */
import { call } from '../api/call.ts'
import { saveText } from '../components/save-text.ts'
import { harOfCapture } from '../har/har-export.ts'
import type { HeldCapture } from './held-capture.ts'

/** `example.com.har`; the name of a file that was opened stays. */
export function harName({ record, fileName }: HeldCapture): string {
  if (fileName !== null) return fileName
  const host = URL.parse(record.url ?? '')?.hostname ?? ''
  return `${host.replaceAll(/[^\w.-]/g, '-') || 'capture'}.har`
}

async function versionOfService(): Promise<string> {
  try {
    return (await call<{ version: string }>('version')).version
  } catch {
    return ''
  }
}

/** Saves the file. For a capture of the service it is built from the calls. */
export async function downloadHar(held: HeldCapture): Promise<void> {
  const har = held.har ?? harOfCapture(held.record, { name: 'Seine', version: await versionOfService() })
  saveText({ name: harName(held), media: 'application/har+json', text: JSON.stringify(har) })
}
