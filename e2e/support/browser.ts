import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/ensure-chromium.ts'

const FLAGS = [
  ...CHROMIUM_FLAGS,
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  '--use-fake-device-for-media-stream',
  // The headless shell can't ask for permissions, so every page has the microphone.
  '--use-fake-ui-for-media-stream',
]

/**
 * Launches a Chromium whose microphone plays a WAV file, once and from the start at every getUserMedia.
 * @param microphone path of the file; Chromium accepts only one per launch
 */
export async function launchChromium(microphone: string): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureChromium(),
    args: [...FLAGS, `--use-file-for-fake-audio-capture=${microphone}%noloop`],
  })
}
