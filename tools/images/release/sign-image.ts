/** Signs pushed images and their statements with cosign. */

/** Runs a program to its end. @throws Error when it fails */
export type RunProgram = (file: string, args: readonly string[]) => Promise<void>

/** What is signed. */
export interface SignedImage {
  /** Pushed image by its digest: `registry.example.com/seine/cli@sha256:…`. */
  reference: string
  /** File with the predicate of the provenance statement. */
  predicateFile: string
  /** File with the bill of materials. */
  billFile: string
}

/**
 * The calls of cosign for one image: a signature, and the attestations of provenance and bill of materials. The image
 * is named by digest, so that nothing pushed meanwhile under the same tag is signed.
 * @param key private key: a file or a key management service's URI
 */
export function cosignCalls({ reference, predicateFile, billFile }: SignedImage, key: string): string[][] {
  const common = ['--yes', `--key=${key}`]
  return [
    ['sign', ...common, reference],
    ['attest', ...common, '--type=slsaprovenance1', `--predicate=${predicateFile}`, reference],
    ['attest', ...common, '--type=cyclonedx', `--predicate=${billFile}`, reference],
  ]
}

/** Signs an image. @param cosign path of the program */
export async function signImage(cosign: string, image: SignedImage, key: string, run: RunProgram): Promise<void> {
  for (const call of cosignCalls(image, key)) await run(cosign, call)
}
