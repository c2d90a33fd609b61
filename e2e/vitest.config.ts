import { defineConfig } from "vitest/config";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** The longest files first, so that no worker is left with one of them when the others have ended. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => /screens\.test\.ts$/.test(moduleId);
    return [...bySize.filter(isLong), ...bySize.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: ["server/testing/test-environment.ts", "e2e/harness/shop-process.ts"],
    // A browser waits about as long as it works. The files of one worker share its shop.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    maxConcurrency: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
