#!/bin/bash
# Workers for a survey of chesscensus, one for each node of an array.
#
#   NATS=nats://head:4222 sbatch --array=1-100 deploy/slurm.sh
#
# The client runs where the folder of the survey is:
#
#   chesscensus survey run DIR --nats $NATS        (or --nats embedded --listen :4222 on the head node)
#
# A worker ends by itself ten minutes after there was something to do. Slurm sends SIGTERM a minute before it takes a node away:
# the worker then gives its shards back.
#SBATCH --job-name=chesscensus
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=16
#SBATCH --mem=16G
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --signal=TERM@60
set -eu
: "${NATS:?the URL of the NATS server, such as nats://head:4222}"
exec srun chesscensus worker --nats "$NATS" ${CREDS:+--creds "$CREDS"} -j "$SLURM_CPUS_PER_TASK" --idle 10m
