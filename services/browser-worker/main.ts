/** The browser-worker: owns Chromium, answers `/render` and `/browser/network`, polls `browser-pages`. */
import { readConfig } from '@seine/shared/config/config.ts'

readConfig(process.env)
