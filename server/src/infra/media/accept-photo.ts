import { AppError } from '#contract/errors.ts'
import { checkPhoto } from './header/image-header.ts'
import { barePng } from './header/png-header.ts'
import type { AcceptPhotoTask, Picture } from './media-tasks.ts'
import { reencodePhoto } from './pictures.ts'

/** The page sends one part. Only an attack sends a form with thousands of parts, to keep the parser busy. */
const MAX_PARTS = 8

/**
 * Takes the picture out of a form, checks it and re-encodes it. All code that touches the bytes of an upload runs in
 * here.
 */
export async function acceptPhoto({ form, contentType, maxBytes, maxSidePx }: AcceptPhotoTask): Promise<Picture> {
  const photo = await readPhoto(form, contentType)
  if (photo.size > maxBytes) {
    const detail = `A photo may be up to ${maxBytes / 1024 / 1024} MB. Please make it smaller and try again.`
    throw new AppError('payload-too-large', { detail })
  }
  const bytes = new Uint8Array(await photo.arrayBuffer())
  checkPhoto(bytes)
  return reencodePhoto({ bytes: bytes[0] === 0x89 ? barePng(bytes) : bytes, maxSidePx })
}

async function readPhoto(form: Uint8Array, contentType: string): Promise<File> {
  refuseManyParts(form, contentType)
  const parts = await new Response(new Uint8Array(form), { headers: { 'Content-Type': contentType } })
    .formData()
    .catch((cause: unknown) => refuseForm(cause))
  const photo = parts.get('photo')
  return photo instanceof File ? photo : refuseForm()
}

function refuseManyParts(form: Uint8Array, contentType: string): void {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  const delimiter = Buffer.from(`--${quoted ?? plain ?? refuseForm()}`)
  const bytes = Buffer.from(form.buffer, form.byteOffset, form.byteLength)
  let found = 0
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    found += 1
    // The form's final delimiter counts too.
    if (found > MAX_PARTS + 1) refuseForm()
  }
}

function refuseForm(cause?: unknown): never {
  throw new AppError('bad-request', { detail: 'Send the picture as the part `photo` of a form.', cause })
}
