/**
 * Writes the bill of materials of an image into the image, during its build.
 * Usage: `node tools/bill-of-materials/write-image-bill.ts TARGET [ROOT]`
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '../checkout/locations.ts'
import { imageTargets } from '../images/image-targets.ts'
import { billPath, billText, imageBill } from './image-bill.ts'

const [name, root = '/'] = process.argv.slice(2)
const target = imageTargets.find((known) => known === name)
if (target === undefined) throw new Error('usage: write-image-bill.ts TARGET [ROOT]')
const path = join(root, billPath)
mkdirSync(dirname(path), { recursive: true })
writeFileSync(path, billText(imageBill(target, repositoryRoot, root, process.env)))
