import { constants, deflateRawSync } from 'node:zlib'

interface PdfOptions {
  pageCount?: number
  isLocked?: boolean
  /** Blanks behind the words, which a thousandth of their bytes inflates to. */
  blankBytes?: number
}

/** A PDF whose pages all show the same words. */
export function pdfOf(words: string, { pageCount = 1, isLocked = false, blankBytes = 0 }: PdfOptions = {}): Buffer {
  const lock = `6 0 obj<</Filter/Standard/V 1/R 2/P -4/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>endobj\n`
  const drawn = Buffer.from(words === '' ? '' : `BT /F1 12 Tf 50 700 Td (${words}) Tj ET`)
  const content = blankBytes === 0 ? drawn : deflated(drawn, blankBytes)
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count ${pageCount}>>endobj\n` +
        `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n` +
        `4 0 obj<</Length ${content.length}${blankBytes === 0 ? '' : '/Filter/FlateDecode'}>>stream\n`,
    ),
    content,
    Buffer.from(
      `\nendstream endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n${isLocked ? lock : ''}` +
        `trailer<</Root 1 0 R${isLocked ? `/Encrypt 6 0 R/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]` : ''}>>\n%%EOF`,
    ),
  ])
}

/** A zlib stream without a check sum, put together from one deflated piece, so that a test does not hold all blanks itself. */
function deflated(head: Buffer, blankBytes: number): Buffer {
  const [header, pieceBytes] = [Buffer.from([0x78, 0x9c]), 10_000_000]
  const piece = (bytes: Buffer) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH })
  const blanks = piece(Buffer.alloc(pieceBytes, ' '))
  return Buffer.concat([header, piece(head), ...Array<Buffer>(Math.ceil(blankBytes / pieceBytes)).fill(blanks)])
}
