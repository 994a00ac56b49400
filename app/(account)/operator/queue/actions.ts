'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { runAction } from '#app/run-action';
import * as tasks from '#lib/operator/tasks';

/* All verbs refuse everyone but operators. */

const id = z.string().regex(/^\d{1,18}$/);

export async function runTaskNow(taskId: string) {
  return runAction(async ({ db, accountId: operatorId }) => {
    await tasks.runTaskNow(db, { operatorId, taskId: id.parse(taskId) });
    revalidatePath('/operator/queue');
  });
}

export async function dropTask(taskId: string) {
  return runAction(async ({ db, accountId: operatorId }) => {
    await tasks.dropTask(db, { operatorId, taskId: id.parse(taskId) });
    revalidatePath('/operator/queue');
  });
}
