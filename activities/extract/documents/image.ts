import type { ConvertedDocument, DocumentSource } from './contract.ts'

export async function convertImage(source: DocumentSource): Promise<ConvertedDocument> {
  throw new Error(`not built: ${source.kind}`)
}
