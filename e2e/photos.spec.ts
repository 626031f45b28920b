import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { Locator } from '@playwright/test'
import { listOwnAssistantsResponseSchema } from '../contract/src/own-assistant.ts'
import { drawPortrait } from '../portrait/src/draw.ts'
import { personOf } from '../portrait/src/people.ts'
import { REST_POSE } from '../portrait/src/pose.ts'
import { signInContext, signUpAndConfirm } from './support/accounts.ts'
import { keptOf, openCustomize } from './support/own-assistant.ts'
import { expect, test } from './support/test.ts'

// A photo that talks: its face found on the device, or placed by hand.

interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

function png(name: string, draw: (context: SKRSContext2D) => void, side = 480): Upload {
  const canvas = createCanvas(side, side)
  const context = canvas.getContext('2d')
  context.fillStyle = '#d9d3c7'
  context.fillRect(0, 0, side, side)
  draw(context)
  return { name, mimeType: 'image/png', buffer: canvas.toBuffer('image/png') }
}

/** Pixels of people whose faces the networks have never seen. */
async function photoOf(...ids: string[]): Promise<Upload> {
  const people = await Promise.all(ids.map((id) => loadImage(Buffer.from(drawPortrait(personOf(id), REST_POSE)))))
  return png('face.png', (context) => {
    const width = 480 / people.length
    for (const [index, image] of people.entries()) {
      // Each is larger than the one before.
      const scale = people.length === 1 ? 1 : 0.7 + 0.3 * index
      context.drawImage(image, index * width + (width * (1 - scale)) / 2, 0, width * scale, width * 1.2 * scale)
    }
  })
}

/** Without ears and whiskers it is taken for a person. */
const CAT = png('cat.png', (context) => {
  const blob = (x: number, y: number, radiusX: number, radiusY: number, colour: string) => {
    context.fillStyle = colour
    context.beginPath()
    context.ellipse(x, y, radiusX, radiusY, 0, 0, 7)
    context.fill()
  }
  blob(240, 250, 170, 160, '#a07c55')
  for (const x of [175, 305]) {
    blob(x, 220, 32, 24, '#cfe07a')
    blob(x, 220, 8, 22, '#111')
  }
  blob(240, 290, 20, 12, '#d98b8b')
  for (const side of [-1, 1]) {
    context.fillStyle = '#a07c55'
    context.beginPath()
    context.moveTo(240 + side * 150, 200)
    context.lineTo(240 + side * 130, 40)
    context.lineTo(240 + side * 30, 110)
    context.fill()
    context.strokeStyle = '#3a2a1a'
    context.lineWidth = 6
    context.beginPath()
    context.moveTo(240, 300)
    context.quadraticCurveTo(240 + side * 25, 345, 240 + side * 60, 320)
    context.stroke()
    context.lineWidth = 3
    for (const drop of [-18, 4, 26]) {
      context.beginPath()
      context.moveTo(240 + side * 60, 310 + drop / 3)
      context.lineTo(240 + side * 180, 305 + drop)
      context.stroke()
    }
  }
})

/** Middle of a handle, as a share of the picture that is looked at. */
async function placeOf(dialog: Locator, name: string): Promise<{ x: number; y: number }> {
  const handle = dialog.getByRole('button', { name, exact: true })
  return handle.evaluate((element) => {
    const own = element.getBoundingClientRect()
    const frame = element.parentElement?.getBoundingClientRect() ?? own
    return {
      x: (own.x + own.width / 2 - frame.x) / frame.width,
      y: (own.y + own.height / 2 - frame.y) / frame.height,
    }
  })
}

test('a face is found by itself, kept, sent, and lives on the assistant’s page', async ({ page, server }) => {
  const account = await signUpAndConfirm(server.url)
  await signInContext(page.context(), account)
  let dialog = await openCustomize(page)
  await dialog.getByLabel('Avatar Photo').setInputFiles(await photoOf('healthcare'))
  await expect(dialog.getByText('This is where the face is.')).toBeVisible({ timeout: 20_000 })
  const [leftEye, rightEye, mouth] = [
    await placeOf(dialog, 'Left eye'),
    await placeOf(dialog, 'Right eye'),
    await placeOf(dialog, 'Middle of the mouth'),
  ]
  expect(rightEye.x - leftEye.x).toBeGreaterThan(0.15)
  expect(Math.abs(rightEye.y - leftEye.y)).toBeLessThan(0.05)
  expect(mouth.y).toBeGreaterThan(leftEye.y + 0.15)

  // Corrected by the keyboard, and there again after the tab was closed.
  await dialog.getByRole('button', { name: 'Left eye' }).press('Shift+ArrowLeft')
  const corrected = await placeOf(dialog, 'Left eye')
  expect(corrected.x).toBeCloseTo(leftEye.x - 0.03, 2)
  await dialog.getByLabel('Assistant Name').fill('Nora')
  await dialog.getByLabel('First Message').fill('Hello.')
  await expect.poll(() => keptOf(page, 'words')).toContain('Hello.')
  await page.reload()
  dialog = await openCustomize(page)
  await expect(dialog.getByText('This is where the face is.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Left eye' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Submit Assistant' }).click()
  await expect(page.getByRole('dialog', { name: 'Choose Your Business Plan' })).toBeVisible()
  const answer = await fetch(`${server.url}/api/own-assistants`, {
    headers: { authorization: `Bearer ${account.token}` },
  })
  const [assistant] = listOwnAssistantsResponseSchema.parse(await answer.json()).assistants
  // In the portrait the eyes are 15% of its width apart.
  const { left, right } = assistant?.photoFace?.eyes ?? { left: { x: 0 }, right: { x: 0 } }
  expect(left.x).toBeGreaterThan(0.35)
  expect(right.x).toBeLessThan(0.65)
  expect(right.x - left.x).toBeGreaterThan(0.1)

  await page.goto(`/a/${assistant?.slug}`)
  await expect(page.locator('canvas[data-moving=true]')).toBeVisible()
})

test('the largest of several faces talks', async ({ page }) => {
  const dialog = await openCustomize(page)
  await dialog.getByLabel('Avatar Photo').setInputFiles(await photoOf('finance', 'healthcare'))
  await expect(dialog.getByText('There are 2 faces in this picture. The largest one talks.')).toBeVisible({
    timeout: 30_000,
  })
  await dialog.getByRole('button', { name: 'Show the whole picture' }).click()
  expect((await placeOf(dialog, 'Left eye')).x).toBeGreaterThan(0.5)
})

test('a cat is placed by hand', async ({ page }) => {
  const dialog = await openCustomize(page)
  await dialog.getByLabel('Avatar Photo').setInputFiles(CAT)
  await expect(dialog.getByText('animals and drawings can talk too')).toBeVisible({ timeout: 20_000 })
  const undo = dialog.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeDisabled()

  const eye = dialog.getByRole('button', { name: 'Left eye' })
  const before = await placeOf(dialog, 'Left eye')
  await eye.focus()
  for (const key of ['ArrowDown', 'Shift+ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
  const after = await placeOf(dialog, 'Left eye')
  expect(after.x).toBeCloseTo(before.x - 0.005, 3)
  expect(after.y).toBeCloseTo(before.y + 0.035, 3)
  await expect(dialog.getByText(/^Left eye: 3\d% from the left, 4\d% from the top$/)).toBeAttached()
  await undo.click()
  expect((await placeOf(dialog, 'Left eye')).x).toBeCloseTo(before.x, 3)

  const height = dialog.getByRole('slider', { name: 'Height of the eyes' })
  await expect(height).toHaveValue('32')
  await height.focus()
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await expect(height).toHaveValue('34')
  await undo.click()
  await expect(height).toHaveValue('33')

  const corner = dialog.getByRole('button', { name: 'Left corner of the mouth' })
  await corner.scrollIntoViewIfNeeded()
  const box = await corner.boundingBox()
  const frame = await corner.locator('..').boundingBox()
  if (box === null || frame === null) throw new Error('The handle is not to be seen')
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  await page.mouse.move(box.x + 10, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 10 - frame.width * 0.05, box.y + 10 + frame.height * 0.04, { steps: 4 })
  await page.mouse.up()
  const dragged = await placeOf(dialog, 'Left corner of the mouth')
  expect(dragged.x).toBeCloseTo(0.36 - 0.05, 2)
  expect(dragged.y).toBeCloseTo(0.62 + 0.04, 2)
  // What a person has placed is not lost to another search that finds nothing.
  await dialog.getByRole('button', { name: 'Find the face again' }).click()
  await expect(dialog.getByText('animals and drawings can talk too')).toBeVisible({ timeout: 20_000 })
  expect((await placeOf(dialog, 'Left corner of the mouth')).x).toBeCloseTo(dragged.x, 2)
  // It was kept when the pointer let go, and can be taken back.
  await undo.click()
  expect((await placeOf(dialog, 'Left corner of the mouth')).x).toBeCloseTo(0.36, 2)
})

test.describe('where motion is unwelcome', () => {
  test('the mouth alone moves: it opens, shuts on every m, and rests again', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const dialog = await openCustomize(page)
    await dialog.getByLabel('Avatar Photo').setInputFiles(await photoOf('healthcare'))
    const section = dialog.getByRole('region', { name: 'Where the face is' })
    const canvas = section.locator('canvas[data-moving=true]')
    await expect(canvas).toBeVisible({ timeout: 20_000 })
    const seeItTalk = section.getByRole('button', { name: 'See it talk' })
    const element = await seeItTalk.elementHandle()
    // In every frame: how much of the face differs from its rest, above the nose and below.
    const frames = await canvas.evaluate(async (node, button) => {
      const screen = node as HTMLCanvasElement
      const { width, height } = screen
      const pixels = () => screen.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
      const rest = pixels()
      const seen: { upper: number; lower: number }[] = []
      ;(button as HTMLButtonElement).click()
      // Until it rests again; where frames are slow, the mouth is slower with them.
      let hasTalked = false
      let stillSinceMs = Number.POSITIVE_INFINITY
      const endMs = performance.now() + 20_000
      while (performance.now() < Math.min(endMs, stillSinceMs + 1_000)) {
        await new Promise(requestAnimationFrame)
        const now = pixels()
        const differ = { upper: 0, lower: 0 }
        for (let at = 0; at < now.length; at += 4) {
          if (Math.abs((now[at] ?? 0) - (rest[at] ?? 0)) > 40) differ[at < now.length * 0.45 ? 'upper' : 'lower'] += 1
        }
        seen.push(differ)
        hasTalked ||= differ.lower > 300
        if (differ.lower > 0 || !hasTalked) stillSinceMs = Number.POSITIVE_INFINITY
        else stillSinceMs = Math.min(stillSinceMs, performance.now())
      }
      return seen
    }, element)
    const lower = frames.map((frame) => frame.lower)
    const widest = Math.max(...lower)
    expect(widest).toBeGreaterThan(300)
    expect(Math.max(...frames.map(({ upper }) => upper))).toBe(0)
    // From open to shut: "hello", "my", "am", "glad" among them.
    let closings = 0
    let isOpen = false
    for (const count of lower) {
      if (count > widest * 0.3) isOpen = true
      else if (isOpen && count < widest * 0.08) {
        closings += 1
        isOpen = false
      }
    }
    expect(closings).toBeGreaterThanOrEqual(3)
    expect(lower.at(-1)).toBe(0)
  })
})

/** The first bytes of a PNG of this size, in black and white, and nothing after them. */
function pngHead(side: number): Buffer {
  const whole = createCanvas(64, 64).toBuffer('image/png')
  whole.writeUInt32BE(side, 16)
  whole.writeUInt32BE(side, 20)
  return whole
}

test('what is no photo is refused in words, and the form is as it was', async ({ page }) => {
  const face = await photoOf('healthcare')
  const dialog = await openCustomize(page)
  await dialog.getByLabel('Avatar Photo').setInputFiles(face)
  await expect(dialog.getByText('This is where the face is.')).toBeVisible({ timeout: 20_000 })
  await dialog.getByLabel('Assistant Name').fill('Nora')

  const hostile: [string, string, string | Buffer, RegExp][] = [
    ['renamed.png', 'image/png', 'hello, I am a photo', /not an image/],
    ['page.png', 'image/png', Buffer.concat([face.buffer, Buffer.from('<html><script>alert(1)</script>')]), /hidden/],
    ['bomb.png', 'image/png', pngHead(30_000), /could not be opened|million pixels/],
  ]
  for (const [name, mimeType, content, why] of hostile) {
    await dialog.getByLabel('Avatar Photo').setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
    await expect(dialog.getByText(why), name).toBeVisible()
    await expect(dialog.getByText('face.png'), name).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Left eye' }), name).toBeVisible()
    // So that each refusal is seen to be its own.
    await dialog.getByLabel('Avatar Photo').setInputFiles(face)
    await expect(dialog.getByText(why), name).toBeHidden()
    await expect(dialog.getByText('This is where the face is.')).toBeVisible({ timeout: 20_000 })
  }
  await expect(dialog.getByLabel('Assistant Name')).toHaveValue('Nora')
})
