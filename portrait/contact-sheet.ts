/**
 * Everyone in every mouth that matters, as one HTML page to look at.
 *
 *   node portrait/contact-sheet.ts [assistant-id …] > sheet.html
 */
import { drawPortrait } from './src/draw.ts'
import { PEOPLE } from './src/people.ts'
import type { Pose } from './src/pose.ts'
import { REST_POSE, poseOfMouthState, poseOfViseme } from './src/pose.ts'

const POSES: Record<string, Pose> = {
  closed: poseOfMouthState('closed'),
  open: poseOfMouthState('open'),
  wide: poseOfMouthState('wide'),
  PP: poseOfViseme('PP'),
  FF: poseOfViseme('FF'),
  O: poseOfViseme('O'),
  blink: { ...REST_POSE, blink: 1 },
}

const ids = process.argv.slice(2)
const people = ids.length > 0 ? PEOPLE.filter(({ id }) => ids.includes(id)) : PEOPLE
const rows = people.map((person) => {
  const cells = Object.entries(POSES).map(
    ([name, pose]) => `<td>${drawPortrait(person, pose, { idPrefix: `${person.id}-${name}` })}</td>`,
  )
  return `<tr><th>${person.name}</th>${cells.join('')}</tr>`
})
const heads = Object.keys(POSES).map((name) => `<th>${name}</th>`)
process.stdout.write(
  `<!doctype html><meta charset="utf-8"><title>Contact sheet</title>
<style>body{font:14px system-ui;background:#faf6ef;margin:8px}svg{width:220px;display:block}td{padding:2px}</style>
<table><tr><th></th>${heads.join('')}</tr>${rows.join('')}</table>`,
)
