/** Test helper: the standard PDF security handler, revision 2: 40-bit RC4 (ISO 32000-1, 7.6). Texts are Latin-1. */
import { createHash } from 'node:crypto'

export interface PdfPasswords {
  /** User password; an empty one opens the document without a prompt. */
  user: string
  /** Owner password, which lifts restrictions. */
  owner: string
}

/** The content of a document's `/Encrypt` entry, and the function that encrypts its strings and streams. */
export interface PdfEncryption {
  dictionary: string
  /** First element of the file identifier. */
  id: string
  encrypt: (objectNumber: number, text: string) => string
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const keyLength = 5
const permissions = -44

export function pdfEncryption({ user, owner }: PdfPasswords): PdfEncryption {
  const id = Buffer.from('0123456789abcdef')
  const ownerEntry = rc4(md5(padded(owner)).subarray(0, keyLength), padded(user))
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions)
  const key = md5(Buffer.concat([padded(user), ownerEntry, flags, id])).subarray(0, keyLength)
  return {
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O ${hex(ownerEntry)} /U ${hex(rc4(key, padding))} /P ${permissions} >>`,
    id: hex(id),
    encrypt: (objectNumber, text) => {
      const salt = Buffer.from([objectNumber & 0xff, (objectNumber >> 8) & 0xff, (objectNumber >> 16) & 0xff, 0, 0])
      const objectKey = md5(Buffer.concat([key, salt])).subarray(0, keyLength + 5)
      return rc4(objectKey, Buffer.from(text, 'latin1')).toString('latin1')
    },
  }
}

const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`

const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)

const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest()

/** The RC4 cipher, which Node.js no longer provides. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number): number => state[index & 0xff] ?? 0
  const swap = (one: number, other: number): void => {
    const kept = at(one)
    state[one & 0xff] = at(other)
    state[other & 0xff] = kept
  }
  for (let index = 0, other = 0; index < 256; index++) {
    other = (other + at(index) + (key[index % key.length] ?? 0)) & 0xff
    swap(index, other)
  }
  let one = 0
  let other = 0
  return Buffer.from(
    data.map((byte) => {
      one = (one + 1) & 0xff
      other = (other + at(one)) & 0xff
      swap(one, other)
      return byte ^ at(at(one) + at(other))
    }),
  )
}
