mekong_testkit::encoding_tests!(mekong_siam::Siam, digest: 17_619_906_633_549_672_013);
