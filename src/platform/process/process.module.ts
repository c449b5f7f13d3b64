import { Module } from '@nestjs/common';
import { ChildEnvironments } from './child-environments.js';

/**
 * Starting and ending processes of others: what they inherit, how a whole tree of them ends, how
 * one is run to its end. It decides nothing about whether they may run.
 */
@Module({ providers: [ChildEnvironments], exports: [ChildEnvironments] })
export class ProcessModule {}
