import type { ConvertedDocument, DocumentSource } from './contract.ts'

export async function convertOpenDocument(source: DocumentSource): Promise<ConvertedDocument> {
  throw new Error(`not built: ${source.kind}`)
}
