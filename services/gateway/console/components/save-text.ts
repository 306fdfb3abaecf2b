/** Saves text as a file. */

/** A file to save. */
export interface SavedFile {
  name: string
  media: string
  text: string
}

/** Saves a file by the browser's own download. */
export function saveText({ name, media, text }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: media }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has begun when the next task runs.
  setTimeout(() => URL.revokeObjectURL(address))
}
