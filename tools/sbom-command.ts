/** `./dev sbom`: writes the bills of materials of the images, as far as the checkout knows them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billPath, billText, checkoutBill } from './bill-of-materials/image-bill.ts'
import type { SbomRequest } from './sbom-arguments.ts'

/** Writes one file per image and prints the paths. @returns exit code */
export function sbomCommand(
  { targets, out }: SbomRequest,
  root: string,
  environment: Record<string, string | undefined>,
  print: (text: string) => void,
): number {
  mkdirSync(out, { recursive: true })
  for (const target of targets) {
    const bill = checkoutBill(target, root, environment)
    const path = join(out, `${target}.cdx.json`)
    writeFileSync(path, billText(bill))
    print(`${path}: ${bill.components.length} components\n`)
  }
  print(
    `Node and Debian's packages are not included, because they come with the base of an image: each image has its own complete bill as /${billPath}.\n`,
  )
  return 0
}
