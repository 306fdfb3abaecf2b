/** Images in a folder, as the transport `dir:` of containers/image stores them. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Maximum size of a file that is read out of an image, bytes. */
const fileMaxBytes = 64 * 1_048_576

/** Returns the path of a blob. */
export const blobPath = (folder: string, digest: string): string => join(folder, digest.replace(/^sha256:/, ''))

/** Returns the content of a file in the topmost layer of an image. @param path without a slash in front */
export async function fileOfTopLayer(folder: string, path: string): Promise<Buffer> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { layers: { digest: string }[] }
  const layer = blobPath(folder, manifest.layers.at(-1)?.digest ?? '')
  const options = { encoding: 'buffer', maxBuffer: fileMaxBytes } as const
  return (await promisify(execFile)('tar', ['-xOf', layer, path], options)).stdout
}
