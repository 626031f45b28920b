import { chromium, type Browser } from '@playwright/test'
import { ensureChromium } from '../../scripts/ensure-chromium.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  '--use-fake-device-for-media-stream',
]

/**
 * A Chromium that hears a WAV file through its microphone, from the start at every getUserMedia, once.
 * @param microphone path of the file: one per launch, which is how Chromium has it
 */
export async function launchChromium(microphone: string): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureChromium(),
    args: [...FLAGS, `--use-file-for-fake-audio-capture=${microphone}%noloop`],
  })
}
